import { Island, type IslandScripts } from "#app/ui/islands/island.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { practice } from "#content/practice.ts";
import { testimonials } from "#content/testimonials.ts";
import { Stars } from "./stars.tsx";
import { Testimonial } from "./testimonial.tsx";
import "./reviews-page.css";

/** Client reviews of an external service, loaded only on the visitor's request. */
export function ReviewsPage({ scripts }: { scripts: IslandScripts }) {
  return (
    <div className="wrap reviews">
      <div className="row">
        <h1>
          <span>Client Reviews</span>
        </h1>
        <p className="note">
          A firm chooses its own quotations. We did not choose these: any client can leave a review, and we
          cannot remove it.
        </p>
        <div className="text">
          <p className="lead">
            {`Reviews of ${practice.firmName} are kept by ${practice.reviews.provider}, an independent service. We show its page here as it is: every review, in its order, good or bad.`}
          </p>
          <Stars />
          {testimonials.map((testimonial) => (
            <Testimonial testimonial={testimonial} key={testimonial.quote} />
          ))}
          <Frame scripts={scripts} />
          <h2>How to read them</h2>
          <p>
            A review tells how a client was treated. It does not tell what their sale would have brought with
            another advisor, and it says nothing about what yours will bring. Reviewers are current or former
            clients; we do not pay them, though we pay the service a yearly fee for our page. We do not give
            out the names of clients.
          </p>
          <p>
            {"Our own disclosures, including the one that speaks against us, are in the "}
            <a href="/form-crs">client relationship summary</a>.
          </p>
        </div>
      </div>
    </div>
  );
}

function Frame({ scripts }: { scripts: IslandScripts }) {
  const { provider, pageUrl, widgetUrl, loadAtOnce } = practice.reviews;
  return (
    <Island scripts={scripts} props={{ widgetUrl, title: `Client reviews at ${provider}`, loadAtOnce }}>
      <div className="widget">
        <p>
          {`The reviews come from ${provider}, another company. When you show them, your browser asks its servers for them, and it learns your address and that you were here.`}
        </p>
        <p className="acts">
          <button className="btn" type="button" data-show="">
            {`Show the reviews from ${provider}`}
          </button>
          <OutsideLink href={pageUrl}>{`Read them at ${provider} instead`}</OutsideLink>
        </p>
        <p role="status" data-status="" />
      </div>
    </Island>
  );
}
