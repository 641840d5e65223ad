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
      <svg viewBox="0 0 120 24" role="img" aria-label={`${stars} of ${outOf} stars`}>
        <clipPath id="rated">
          <rect width={ratedWidth(stars)} height="24" />
        </clipPath>
        <g className="star">
          <path id="stars" d={fiveStars} />
        </g>
        <use className="rated" href="#stars" clipPath="url(#rated)" />
      </svg>
      <p>
        <b className="num">{`${stars} of ${outOf}`}</b>
        {` from ${count} reviews on ${provider}, ${longDate(from)} to ${longDate(until)}, as of ${longDate(asOf)}. ${payment} `}
        {practice.sample ? sampleNote : null}
      </p>
    </div>
  );
}

/**
 * The width of the filled part: whole stars, and a share of the area of the next one. Most of a star's area is near its middle, so its tip
 * alone would hardly show; between a tenth and nine tenths, each tenth of the area takes 1.24 units.
 */
function ratedWidth(stars: number): number {
  const tenths = Math.round((stars % 1) * 10);
  return Math.floor(stars) * 24 + (tenths === 0 ? 0 : Math.round((12 + (tenths - 5) * 1.24) * 10) / 10);
}

/** Five stars, each in a box of 24 by 24. */
const fiveStars = `M12 2${Array.from(
  { length: outOf },
  () => "l2.9 6.6 7.1.7-5.4 4.8 1.6 7-6.2-3.7-6.2 3.7 1.6-7-5.4-4.8 7.1-.7z",
).join("m24 0")}`;
