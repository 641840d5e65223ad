import { practice } from "#content/practice.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import "./stars.css";

const outOf = 5;

/**
 * The rating as stars with the disclosures of the marketing rule (17 CFR 275.206(4)-1(c)): number, period, provider and payment. Without a
 * rating on record, no stars are shown.
 */
export function Stars({ sampleNote = "This rating is a sample." }: { sampleNote?: string }) {
  const { rating } = practice;
  if (rating === undefined) return null;
  const { stars, count, from, until, asOf, provider, payment } = rating;
  return (
    <div className="rating">
      <p className="rated-at">
        <b className="num">{stars}</b>
        {` of ${outOf} from ${count} reviews `}
        <svg viewBox="0 0 120 24" role="img" aria-label={`${stars} of ${outOf} stars`}>
          <clipPath id="rated">
            <rect width={ratedWidth(stars)} height="24" />
          </clipPath>
          <path id="stars" d={fiveStars} />
          <use className="rated" href="#stars" clipPath="url(#rated)" />
        </svg>
      </p>
      <p>
        {`Posted on ${provider}, ${longDate(from)} to ${longDate(until)}; rating as of ${longDate(asOf)}. ${payment} ${practice.sample ? sampleNote : ""}`}
      </p>
    </div>
  );
}

/** The width of the filled part: whole boxes of 24, and a share of the width of the next star, which is 20 wide and starts at 2. */
function ratedWidth(stars: number): number {
  const share = Math.round((stars % 1) * 10) / 10;
  return Math.floor(stars) * 24 + (share === 0 ? 0 : 2 + share * 20);
}

/** Five stars, each in a box of 24 by 24. */
const fiveStars = `M12 2${Array.from(
  { length: outOf },
  () => "l2.9 6.6 7.1.7-5.4 4.8 1.6 7-6.2-3.7-6.2 3.7 1.6-7-5.4-4.8 7.1-.7z",
).join("m24 0")}`;
