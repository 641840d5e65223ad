import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import { testimonials } from "#content/testimonials.ts";
import { Stars } from "#app/site/reviews/stars.tsx";
import { Testimonial } from "#app/site/reviews/testimonial.tsx";
import "./success-stories.css";

/** No client is quoted without consent and no star is shown without a record behind it: the words say so. */
export function SuccessStories() {
  const { heading, note, text } = home.stories;
  return (
    <section className="wrap stories">
      <div className="row">
        <NumeralHeading lines={heading} />
        <p className="note">{note}</p>
        <div className="text">
          <Stars />
          <p>{text}</p>
          {testimonials.map((testimonial) => (
            <Testimonial testimonial={testimonial} key={testimonial.quote} />
          ))}
          <p className="acts">
            <a className="btn" href="/reviews">
              Read More Success Stories
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
