import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { Island, type IslandScripts } from "#app/ui/islands/island.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { practice } from "#content/practice.ts";
import { testimonials } from "#content/testimonials.ts";
import { Stars } from "./stars.tsx";
import { Testimonial } from "./testimonial.tsx";
import "./reviews-page.css";

/** The rating with its source, then the reviews themselves, which are loaded only on the visitor's request, and how to read them. */
export function ReviewsPage({ scripts }: { scripts: IslandScripts }) {
  return (
    <>
      <div className="wrap reviews">
        <div className="row">
          <h1>
            <span>Client Reviews</span>
          </h1>
          {practice.sample ? (
            <p className="note">Sample: the firm, its clients, their reviews and this rating are invented.</p>
          ) : null}
          <div className="text">
            <div className="rating-summary">
              <div>
                <Stars sampleNote="" />
                <p>
                  Reviewers are current or former clients, and any of them can post. We pay no one for a
                  review, and we can’t choose, edit or remove one.
                </p>
              </div>
              <ReviewsByStars />
            </div>
            <Frame scripts={scripts} />
            {testimonials.map((testimonial) => (
              <Testimonial testimonial={testimonial} key={testimonial.quote} />
            ))}
          </div>
        </div>
        <div className="row">
          <div className="text beside">
            <ReadingReviews />
            <References />
          </div>
        </div>
      </div>
      <ClosingInvitation
        heading="Ask us your own questions"
        note="Thirty minutes with an advisor, at no charge."
      >
        <a className="btn quiet" href="/about">
          About your advisor
        </a>
      </ClosingInvitation>
    </>
  );
}

/** How many reviews have each number of stars, as bars on one scale. */
function ReviewsByStars() {
  const { byStars, count } = practice.rating ?? {};
  if (byStars === undefined || count === undefined) return null;
  const { five, four, three, two, one } = byStars;
  const rows = [
    ["5 stars", five],
    ["4 stars", four],
    ["3 stars", three],
    ["2 stars", two],
    ["1 star", one],
  ] as const;
  return (
    <table className="by-stars" aria-label="Reviews by number of stars">
      <tbody>
        {rows.map(([stars, reviews]) => (
          <tr key={stars}>
            <th scope="row">{stars}</th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                <rect width="100" height="10" />
                <rect className="share" width={Math.round((1_000 * reviews) / count) / 10} height="10" />
              </svg>
            </td>
            <td className="num">{reviews}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Frame({ scripts }: { scripts: IslandScripts }) {
  const { provider, pageUrl, widgetUrl, loadAtOnce } = practice.reviews;
  return (
    <Island scripts={scripts} props={{ widgetUrl, title: `Client reviews at ${provider}`, loadAtOnce }}>
      <div className="widget">
        <p className="lead">
          {`${provider}, an outside service, collects our reviews. ${describeReviews()}`}
        </p>{" "}
        <div>
          <p className="acts">
            <button className="btn press" type="button" data-show="">
              Show reviews
            </button>
            <OutsideLink className="btn quiet" href={pageUrl}>{`Open on ${provider}`}</OutsideLink>
          </p>
          <p className="small soft screen-only">
            {`Loading the reviews connects your browser to ${provider}, which can see your IP address.`}
          </p>
        </div>
        <p role="status" data-status="" />
      </div>
    </Island>
  );
}

const fewerStars = [
  ["one", "one star"],
  ["two", "two stars"],
  ["three", "three stars"],
  ["four", "four stars"],
] as const;

/** Names the reviews with the fewest stars, if the rating has them: “You can read all 37, including the one with three stars.” */
function describeReviews(): string {
  const { byStars, count } = practice.rating ?? {};
  const lowest = fewerStars.find(([key]) => byStars !== undefined && byStars[key] > 0);
  if (byStars === undefined || lowest === undefined) {
    return "You can read all of them, positive and negative.";
  }
  const [key, stars] = lowest;
  return `You can read all ${count}, including the ${byStars[key] === 1 ? "one" : byStars[key]} with ${stars}.`;
}

function ReadingReviews() {
  return (
    <section>
      <h2>How to read these reviews</h2>
      <p>{`${practice.reviews.provider}, not our firm, collects and publishes these reviews.`}</p>
      <p>
        A review describes one client’s experience. It does not predict your result, and it can’t tell you
        what the same sale would have brought with another advisor.
      </p>
      <p>
        {"Reviews seldom mention conflicts of interest or a regulator’s order. Read about "}
        <a href="/about#conflicts-and-record">our conflicts and a 2013 order</a>
        {", and about our fees in the "}
        <a href="/form-crs">client relationship summary</a>.
      </p>
    </section>
  );
}

const referenceQuestions = [
  ["Did the plan change your decision?", "Ask what they did sooner, later or not at all because of it."],
  [
    "Did you net what was estimated?",
    "Ask for the reasons behind the difference. They matter more than its size.",
  ],
  ["What would you do differently?", "Ask which decision came too late, and what it cost."],
] as const;

/** A client is named only with written consent, as the privacy notice states. */
function References() {
  return (
    <section>
      <h2>Three questions to ask a reference</h2>
      <p>
        <a href={`mailto:${practice.email}?subject=References`}>Ask us by email</a> to introduce you to two
        owners who have completed a sale. We name a client only with that client’s written consent. Some
        decline. We choose whom we ask, pay nothing for a reference and tell you about any conflict of
        interest. Our <a href="/privacy-policy#customer-privacy">privacy notice</a> has the details.
      </p>
      <ol className="reference-questions">
        {referenceQuestions.map(([question, hint]) => (
          <li key={question}>
            <h3>{question}</h3>
            <p>{hint}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
