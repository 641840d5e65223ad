import type { Testimonial as Words } from "#content/testimonials.ts";
import "./testimonial.css";

/**
 * What a client has said, and in the same block, size and colour what the marketing rule wants said with it
 * (17 CFR 275.206(4)-1(b)). None of the three can be left out: the type has no place for a testimonial without them.
 */
export function Testimonial({ testimonial }: { testimonial: Words }) {
  const { quote, author, business, location, isClient, compensation, conflict } = testimonial;
  return (
    <figure className="testimonial">
      <blockquote>{quote}</blockquote>
      <figcaption>
        {`${author}, ${business}, ${location}. `}
        <span>{isClient ? "A client of the practice. " : "Not a current client of the practice. "}</span>
        <span>{`${compensation} `}</span>
        <span>{conflict}</span>
      </figcaption>
    </figure>
  );
}
