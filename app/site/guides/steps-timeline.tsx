import { Fragment } from "react";
import { Drawing, narrowWidth, wideWidth } from "#app/site/drawings/drawing.tsx";
import type { SevenStepsPage } from "#content/document-schema.ts";
import { planningTimeline } from "#content/examples/planning-timeline.ts";
import "#app/site/drawings/threshold.css";

type Step = Pick<SevenStepsPage["steps"]["items"][number], "title" | "from" | "to" | "when">;

const years = { first: -5, last: 1 } as const;
const yearMarks = Array.from({ length: years.last - years.first + 1 }, (_, index) => years.first + index);

const { letterOfIntent } = planningTimeline;
const letterYear = -letterOfIntent.months / 12;

/** The years with a label in the narrow version. There is no room for one at every line. */
const narrowYears = [years.first, -2, 0];

/** The steps as bars on a line of years around closing. The list of steps below it has the same dates. */
export function StepsTimeline({ steps }: { steps: readonly Step[] }) {
  return (
    <Drawing
      id="timeline-"
      label={describeSteps(steps)}
      wide={{ height: steps.length * widePitch + 78, children: <WideTimeline steps={steps} /> }}
      narrow={{ height: steps.length * narrowPitch + 58, children: <NarrowTimeline steps={steps} /> }}
    />
  );
}

/** The whole drawing as sentences. */
function describeSteps(steps: readonly Step[]): string {
  const sentences = steps.map(({ title, when }, index) => `Step ${index + 1}, ${title}: ${when}.`);
  return `Timeline drawn to scale from five years before closing to one year after. ${sentences.join(" ")} ${letterOfIntent.label}: ${letterOfIntent.months} months before closing.`;
}

/** Maps years from closing to drawing units, rounded to a tenth of a unit. */
function yearScale(left: number, right: number): (year: number) => number {
  const unit = (right - left) / (years.last - years.first);
  return (year) => Math.round((left + (year - years.first) * unit) * 10) / 10;
}

const widePitch = 44;
const wideLeft = 318;

function WideTimeline({ steps }: { steps: readonly Step[] }) {
  const scale = yearScale(wideLeft, wideWidth - 1);
  const bottom = 34 + steps.length * widePitch;
  return (
    <>
      <YearLines scale={scale} top={26} bottom={bottom} />
      {steps.map(({ title, from, to }, index) => {
        const y = 42 + index * widePitch;
        return (
          <Fragment key={title}>
            <text className="amount" x="0" y={y + 19}>
              {index + 1}
            </text>
            <text x="28" y={y + 18}>
              {title}
            </text>
            <StepBar {...{ scale, from, to, y }} height={26} />
          </Fragment>
        );
      })}
      <Thresholds scale={scale} top={26} bottom={bottom + 4} />
      <path className="axis" d={`M${wideLeft} ${bottom + 4}H${wideWidth}`} />
      {yearMarks.map((year) => (
        <text
          key={year}
          className={year === years.last ? "tick end" : "tick middle"}
          x={scale(year)}
          y={bottom + 28}
        >
          {yearLabel(year)}
        </text>
      ))}
    </>
  );
}

const narrowPitch = 50;

function NarrowTimeline({ steps }: { steps: readonly Step[] }) {
  const scale = yearScale(1, narrowWidth - 1);
  const bottom = 28 + steps.length * narrowPitch;
  return (
    <>
      <YearLines scale={scale} top={22} bottom={bottom} />
      <Thresholds scale={scale} top={22} bottom={bottom} />
      {steps.map(({ title, from, to }, index) => {
        const y = 32 + index * narrowPitch;
        return (
          <Fragment key={title}>
            <text className="step-title" x="0" y={y + 15}>
              {`${index + 1}  ${title}`}
            </text>
            <StepBar {...{ scale, from, to }} y={y + 24} height={14} />
          </Fragment>
        );
      })}
      {narrowYears.map((year) => (
        <text
          key={year}
          className={year === years.first ? "tick" : "tick middle"}
          x={scale(year)}
          y={bottom + 22}
        >
          {yearLabel(year)}
        </text>
      ))}
    </>
  );
}

type Scale = (year: number) => number;

function YearLines({ scale, top, bottom }: { scale: Scale; top: number; bottom: number }) {
  return yearMarks.map((year) => (
    <path key={year} className="grid-line" d={`M${scale(year)} ${top}V${bottom}`} />
  ));
}

/** The letter of intent, with its label above, and the closing, whose label is on the axis. */
function Thresholds({ scale, top, bottom }: { scale: Scale; top: number; bottom: number }) {
  const at = scale(letterYear);
  return (
    <>
      <path className="threshold-ground" d={`M${at} ${top}V${bottom}`} />
      <path className="threshold" d={`M${at} ${top}V${bottom}M${scale(0)} ${top}V${bottom}`} />
      <text className="middle" x={at} y={top - 8}>
        {letterOfIntent.label}
      </text>
    </>
  );
}

/** A step that begins at closing is drawn in the fill of what is paid. */
function StepBar({
  scale,
  from,
  to,
  y,
  height,
}: Pick<Step, "from" | "to"> & { scale: Scale; y: number; height: number }) {
  const x = scale(from);
  return (
    <rect
      className={from >= 0 ? "paid" : "subtotal"}
      x={x}
      y={y}
      width={Math.round((scale(to) - x) * 10) / 10}
      height={height}
    />
  );
}

/** @example yearLabel(-1) // "1 year" */
function yearLabel(year: number): string {
  if (year === 0) return "Closing";
  const count = Math.abs(year);
  return `${count} ${count === 1 ? "year" : "years"}${year < 0 ? "" : " after"}`;
}
