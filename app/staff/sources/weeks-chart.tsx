import { Link } from "react-router";
import { formatDay, labelPeriods, type Period } from "#app/people/sources/periods.ts";
import type { WeekBar } from "#app/people/sources/source-report.ts";
import { ChartKey } from "./chart-key.tsx";
import { formatCount } from "./source-figures.ts";
import { peopleLink } from "./source-links.ts";
import { sourceTexts } from "./sources.messages.ts";

type ChartProps = {
  weeksPerBar: number;
  bars: readonly WeekBar[];
  now: Period;
  before: Period | undefined;
};

/** People who took the assessment, by the week in which they were first recorded. */
export function WeeksChart({ weeksPerBar, bars, now, before }: ChartProps) {
  const sum = bars.reduce((total, { people }) => total + people, 0);
  const sumBefore = bars.reduce((total, bar) => total + (bar.before?.people ?? 0), 0);
  const title = sourceTexts.weeks(weeksPerBar);
  return (
    <section aria-labelledby="weeks-heading">
      <header>
        <h2 id="weeks-heading">{title}</h2>
        <p>
          {sourceTexts.weeksHint(formatCount(sum), before === undefined ? undefined : formatCount(sumBefore))}
        </p>
      </header>
      <div className="weeks">
        <Bars bars={bars} title={title} hasBefore={before !== undefined} />
        {sum + sumBefore === 0 ? <p className="empty">{sourceTexts.noAssessments}</p> : null}
        <WideTable bars={bars} now={now} before={before} />
      </div>
      <ChartKey now={now} before={before} />
      <NarrowTable bars={bars} now={now} before={before} />
    </section>
  );
}

const chartHeight = 152;
/** Room for the values of the focused bar. */
const headroom = 18;

/** Each pair of bars is a link to the people of its week. It displays its values when it is focused or pointed at. */
function Bars({ bars, title, hasBefore }: { bars: readonly WeekBar[]; title: string; hasBefore: boolean }) {
  const highest = Math.max(1, ...bars.map((bar) => Math.max(bar.people, bar.before?.people ?? 0)));
  const height = (people: number): number => Math.round((people / highest) * (chartHeight - headroom));
  const slot = 100 / bars.length;
  // Few bars would otherwise be as wide as a table column.
  const barWidth = Math.min(slot * 0.25, 3);
  const percent = (value: number): string => `${Math.round(value * 100) / 100}%`;
  const every = Math.ceil(bars.length / 4);
  return (
    <svg className="chart" role="group" aria-label={title} width="100%" height={chartHeight + 20}>
      <line className="axis" x1="0" x2="100%" y1={chartHeight + 0.5} y2={chartHeight + 0.5} />
      {bars.map((bar, index) => {
        const center = slot * (index + 0.5);
        const week = `${sourceTexts.weekOf} ${formatDay(bar.now.from, false)}`;
        const values = sourceTexts.weeksHint(
          formatCount(bar.people),
          bar.before && formatCount(bar.before.people),
        );
        const tallest = Math.max(height(bar.people), height(bar.before?.people ?? 0));
        return (
          <Link
            to={peopleLink({ by: "campaign", touch: "first", period: bar.now }, { stage: "assessed" })}
            aria-label={`${week}: ${values}`}
            key={bar.now.from}
          >
            <rect className="area" x={percent(slot * index)} width={percent(slot)} height={chartHeight} />
            {bar.before === undefined ? null : (
              <rect
                className="before"
                x={percent(center - barWidth - slot * 0.02)}
                y={chartHeight - height(bar.before.people)}
                width={percent(barWidth)}
                height={height(bar.before.people)}
              />
            )}
            <rect
              className="now"
              x={percent(hasBefore ? center + slot * 0.02 : center - barWidth / 2)}
              y={chartHeight - height(bar.people)}
              width={percent(barWidth)}
              height={height(bar.people)}
            />
            <text className="values" x={percent(center)} y={chartHeight - tallest - 5} textAnchor="middle">
              {values}
            </text>
            {index % every === 0 ? (
              <text className="week" x={percent(slot * index)} y={chartHeight + 15}>
                {formatDay(bar.now.from, false)}
              </text>
            ) : null}
          </Link>
        );
      })}
    </svg>
  );
}

type TableProps = Pick<ChartProps, "bars" | "now" | "before">;

/** Aligned with the bars. */
function WideTable({ bars, now, before }: TableProps) {
  const labels = labelPeriods(now, before);
  return (
    <table className="aligned" aria-labelledby="weeks-heading">
      <thead>
        <tr>
          <th scope="col">{sourceTexts.weekOf}</th>
          {bars.map((bar) => (
            <th scope="col" key={bar.now.from}>
              {formatDay(bar.now.from, false)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="now">
          <th scope="row">{labels.now}</th>
          {bars.map((bar) => (
            <td key={bar.now.from}>{formatCount(bar.people)}</td>
          ))}
        </tr>
        {before === undefined ? null : (
          <tr>
            <th scope="row">{labels.before}</th>
            {bars.map((bar) => (
              <td key={bar.now.from}>{formatCount(bar.before?.people ?? null)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** On a phone, the columns would be too narrow. */
function NarrowTable({ bars, now, before }: TableProps) {
  const labels = labelPeriods(now, before);
  return (
    <details className="data">
      <summary>{sourceTexts.showTable}</summary>
      <table aria-labelledby="weeks-heading">
        <thead>
          <tr>
            <th scope="col">{sourceTexts.weekOf}</th>
            <th scope="col">{labels.now}</th>
            {before === undefined ? null : <th scope="col">{labels.before}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.now.from}>
              <th scope="row">{formatDay(bar.now.from, false)}</th>
              <td>{formatCount(bar.people)}</td>
              {before === undefined ? null : <td>{formatCount(bar.before?.people ?? null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
