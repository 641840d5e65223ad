import {
  millions,
  outcomeOf,
  plannedSale,
  type SaleOutcome,
  taxRates,
  unplannedSale,
} from "#content/tax-example.ts";
import "./sale-bars.css";

const unplanned = outcomeOf(unplannedSale);
const planned = outcomeOf(plannedSale);
const price = unplannedSale.price;
/** The additional dollars that the owner keeps with a plan. */
const saleDifference = planned.kept - unplanned.kept;
const { capitalGains, netInvestment } = taxRates;

/**
 * The proceeds that the owner of a company keeps with and without a plan, as two bars to scale. All figures come from
 * `content/tax-example.ts`.
 */
export function SaleBars() {
  return (
    <div className="sale-bars">
      <BarTitle title="No planning" aside={`Tax: ${percent(unplanned.tax)} of the gain`} />
      <Bar kept={millions(unplanned.kept)} words="kept" outcome={unplanned} />
      <TaxLines />
      <BarTitle
        title="Planned years ahead"
        aside={`${millions(plannedSale.excludedGain, 1)} of the gain excluded (QSBS)`}
      />
      <DimensionLine />
      <Bar kept={`${millions(planned.kept, 1)}+`} words="kept after federal tax" outcome={planned} />
      <Scale />
    </div>
  );
}

function BarTitle({ title, aside }: { title: string; aside: string }) {
  return (
    <div className="bar-title">
      <h3>{title}</h3>
      <span className="small soft">{aside}</span>
    </div>
  );
}

/** The full width is the price. The part kept without a plan is green, the additional part moss green, and the tax hatched. */
function Bar({ kept, words, outcome }: { kept: string; words: string; outcome: SaleOutcome }) {
  const { capitalGainsTax } = outcome;
  return (
    <div className="bar">
      <svg aria-hidden="true">
        {/* Defined once, because the second bar uses the pattern of the first. */}
        {outcome === unplanned ? (
          <pattern id="tax" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
            <path d="M0 0V7" />
          </pattern>
        ) : null}
        <rect className="tax" width="100%" height="100%" />
        {outcome === unplanned ? (
          <line
            x1={percent(unplanned.kept + capitalGainsTax)}
            x2={percent(unplanned.kept + capitalGainsTax)}
            y2="100%"
          />
        ) : (
          <rect className="more" width={percent(planned.kept)} height="100%" />
        )}
        <rect className="keep" width={percent(unplanned.kept)} height="100%" />
      </svg>
      <p>
        <b>{kept}</b> {words}
      </p>
    </div>
  );
}

/** The difference between the bars, as a dimension line. */
function DimensionLine() {
  const [from, to] = [percent(unplanned.kept), percent(planned.kept)];
  return (
    <svg className="dimension" aria-hidden="true">
      <line x1={from} x2={from} y1="4" y2="100%" />
      <line x1={to} x2={to} y1="4" y2="100%" />
      <line x1={from} x2={to} y1="14" y2="14" />
      <text x={from} dx="-10" y="20">{`+${millions(saleDifference)}`}</text>
    </svg>
  );
}

function TaxLines() {
  const lines = [
    [`Capital gains tax, ${capitalGains.percent}%`, millions(unplanned.capitalGainsTax)],
    [`Net investment tax, ${netInvestment.percent}%`, millions(unplanned.netInvestmentTax)],
    ["Together", millions(unplanned.tax)],
  ] as const;
  return (
    <dl className="tax-lines num">
      {lines.map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The scale below: the price in five equal parts. */
function Scale() {
  const parts = 5;
  return (
    <div className="scale num" aria-hidden="true">
      {Array.from({ length: parts + 1 }, (_, part) => (
        <span key={part}>{part === 0 ? "0" : millions((price * part) / parts, 0)}</span>
      ))}
    </div>
  );
}

/** A share of the price, rounded to a tenth of a percent. */
function percent(dollars: number): string {
  return `${Math.round((dollars * 1000) / price) / 10}%`;
}
