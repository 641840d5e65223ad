import type { Testimonial as Words } from "#content/schema.ts";
import "./testimonial.css";

/**
 * A testimonial and, in the same block, size and color, the disclosures of the marketing rule (17 CFR 275.206(4)-1(b)). The type requires
 * all three disclosures.
 */
export function Testimonial({ testimonial }: { testimonial: Words }) {
  const { quote, author, business, location, isClient, compensation, conflict } = testimonial;
  return (
    <figure className="testimonial">
      <blockquote>{quote}</blockquote>
      <div>
        {`${author}, ${business}, ${location}. `}
        <span>{isClient ? "A client of the practice. " : "Not a current client of the practice. "}</span>
        <span>{`${compensation} `}</span>
        <span>{conflict}</span>
      </div>
    </figure>
  );
}
