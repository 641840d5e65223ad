import { useId } from "react";
import { Drawing, narrowWidth, wideWidth } from "./drawing.tsx";
import { FilledBox } from "./fills.tsx";

export type Deadline = {
  title: string;
  /** Months before the closing; negative after it. */
  months: number;
  text: string;
};

type DeadlineTimelineProps = {
  deadlines: readonly Deadline[];
  years: { before: number; after: number };
  letterOfIntent: { months: number; label: string };
};

/** Choices as bars on one linear scale of years: each begins at the left and ends at its deadline. */
export function DeadlineTimeline({ deadlines, years, letterOfIntent }: DeadlineTimelineProps) {
  const id = useId();
  const drawn = { id, deadlines, years, letterOfIntent };
  return (
    <Drawing
      id={id}
      label={describe(deadlines, letterOfIntent)}
      wide={{
        height: wideTop + deadlines.length * widePitch + 40,
        children: <Rows {...drawn} size={wideSize} />,
      }}
      narrow={{
        height: narrowTop + deadlines.length * narrowPitch + 40,
        children: <Rows {...drawn} size={narrowSize} />,
      }}
      legend={[
        { fill: "paid", meaning: "Still open" },
        { fill: "outline", meaning: "Too late for this sale" },
      ]}
    />
  );
}

function describe(deadlines: readonly Deadline[], letterOfIntent: { months: number; label: string }): string {
  const parts = deadlines.map(({ title, months }) => `${title}: ${spoken(months)}`);
  return `Timeline drawn to scale. Each choice ends at its deadline. ${parts.join("; ")}. ${letterOfIntent.label}: ${spoken(letterOfIntent.months)}.`;
}

/** @example spoken(-6) // "6 months after closing" */
function spoken(months: number): string {
  const count = Math.abs(months);
  const side = months < 0 ? "after" : "before";
  return count % 12 === 0 ? `${count / 12} years ${side} closing` : `${count} months ${side} closing`;
}

const [wideTop, widePitch, narrowTop, narrowPitch] = [34, 62, 34, 66] as const;

/** The geometry of a version. In the narrow one, the text takes a second line. */
type Size = {
  width: number;
  top: number;
  pitch: number;
  barTop: number;
  hasTwoLines: boolean;
  yearStep: number;
};

const wideSize: Size = {
  width: wideWidth,
  top: wideTop,
  pitch: widePitch,
  barTop: 28,
  hasTwoLines: false,
  yearStep: 1,
};
const narrowSize: Size = {
  width: narrowWidth,
  top: narrowTop,
  pitch: narrowPitch,
  barTop: 42,
  hasTwoLines: true,
  yearStep: 2,
};

type RowsProps = DeadlineTimelineProps & { id: string; size: Size };

function Rows({ id, deadlines, years, letterOfIntent, size }: RowsProps) {
  const { width, top, pitch, barTop, hasTwoLines } = size;
  const place = (months: number): number =>
    Math.round(((years.before * 12 - months) / ((years.before + years.after) * 12)) * (width - 1) * 10) / 10;
  const axis = top + deadlines.length * pitch;
  const offer = place(letterOfIntent.months);
  return (
    <>
      <path className="threshold" d={`M${offer} ${top - 8}V${axis}`} />
      <text className="end" x={offer + 4} y={top - 16}>
        {letterOfIntent.label}
      </text>
      {deadlines.map(({ title, months, text }, row) => {
        const y = top + row * pitch;
        return (
          <g key={title}>
            <text className="label" x="0" y={y + 18}>
              {title}
              {hasTwoLines ? null : (
                <tspan className="soft" dx="12">
                  {text}
                </tspan>
              )}
            </text>
            {hasTwoLines ? (
              <text className="soft label" x="0" y={y + 36}>
                {text}
              </text>
            ) : null}
            <FilledBox id={id} fill="paid" x={0.5} y={y + barTop} width={place(months)} height={14} />
            <FilledBox
              id={id}
              fill="outline"
              x={0.5 + place(months)}
              y={y + barTop}
              width={Math.round((width - 1 - place(months)) * 10) / 10}
              height={14}
            />
          </g>
        );
      })}
      <Years years={years} size={size} axis={axis} place={place} />
    </>
  );
}

type YearsProps = Pick<RowsProps, "years" | "size"> & { axis: number; place: (months: number) => number };

/** The axis: years before the closing, and the closing. */
function Years({ years, size: { width, yearStep }, axis, place }: YearsProps) {
  // The first year has no label, because the next one needs the space.
  const marks = Array.from({ length: years.before }, (_, index) => index).filter(
    (year) => year % yearStep === 0,
  );
  return (
    <>
      <path className="axis" d={`M0 ${axis + 6}H${width}`} />
      {marks.map((year) => (
        <g key={year}>
          <path className="axis" d={`M${0.5 + place(year * 12)} ${axis + 6}v7`} />
          <text className="tick middle" x={0.5 + place(year * 12)} y={axis + 32}>
            {yearLabel(year, yearStep)}
          </text>
        </g>
      ))}
    </>
  );
}

function yearLabel(year: number, step: number): string {
  if (year === 0) return "Closing";
  return step === 1 ? `${year} ${year === 1 ? "year" : "years"} before` : `−${year} years`;
}
