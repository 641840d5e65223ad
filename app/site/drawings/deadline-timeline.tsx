import { Fragment, useId } from "react";
import { Drawing, narrowWidth, wideWidth } from "./drawing.tsx";
import { FilledBox, type LegendEntry } from "./fills.tsx";
import { toTenth } from "./scale.ts";
import "./threshold.css";

export type Deadline = {
  title: string;
  /** Months before the closing; negative after it. */
  months: number;
  /** If part of the choice remains open after that: until when, in months before the closing. */
  partlyUntil?: number;
  text: string;
};

type Years = { before: number; after: number };

type DeadlineTimelineProps = {
  deadlines: readonly Deadline[];
  years: Years;
  letterOfIntent: { months: number; label: string };
};

/** Choices as bars on one linear scale of years: each begins at the left and ends at its deadline. */
export function DeadlineTimeline({ deadlines, years, letterOfIntent }: DeadlineTimelineProps) {
  return (
    <Timeline
      label={describe(deadlines, letterOfIntent)}
      bars={deadlines.map((deadline) => ({ ...deadline, from: years.before * 12, isClosedAfter: true }))}
      years={years}
      mark={letterOfIntent}
      legend={[
        { fill: "paid", meaning: "Still open" },
        ...(deadlines.some(({ partlyUntil }) => partlyUntil !== undefined)
          ? [{ fill: "later", meaning: "Open in part" } as const]
          : []),
        { fill: "outline", meaning: "Too late for this sale" },
      ]}
    />
  );
}

function describe(deadlines: readonly Deadline[], letterOfIntent: { months: number; label: string }): string {
  const parts = deadlines.map(({ title, months, partlyUntil }) => {
    const end = `${title}: ${spoken(months)}`;
    return partlyUntil === undefined ? end : `${end}, and in part until ${spoken(partlyUntil)}`;
  });
  return `Timeline drawn to scale. Each choice ends at its deadline. ${parts.join("; ")}. ${letterOfIntent.label}: ${spoken(letterOfIntent.months)}.`;
}

export type Period = {
  title: string;
  /** Months before the closing at which the period begins and ends. */
  from: number;
  to: number;
  text: string;
};

/** Periods of work as bars on one linear scale that ends with the closing. The longest-ago period begins at a full year. */
export function PeriodTimeline({ periods }: { periods: readonly Period[] }) {
  const before = Math.max(...periods.map(({ from }) => from)) / 12;
  return (
    <Timeline
      label={describePeriods(periods)}
      bars={periods.map(({ to, ...period }) => ({ ...period, months: to, isClosedAfter: false }))}
      years={{ before, after: 0 }}
      legend={[]}
    />
  );
}

function describePeriods(periods: readonly Period[]): string {
  const parts = periods.map(({ title, from, to }) => `${title}: ${from} to ${to}`);
  return `Timeline drawn to scale, in months before closing. ${parts.join("; ")}.`;
}

type Bar = Deadline & {
  /** Months before the closing. */
  from: number;
  /** Whether an outline continues the bar to the end of the scale. */
  isClosedAfter: boolean;
};

type TimelineProps = {
  label: string;
  bars: readonly Bar[];
  years: Years;
  mark?: { months: number; label: string };
  legend: readonly LegendEntry[];
};

function Timeline({ label, bars, years, mark, legend }: TimelineProps) {
  const id = useId();
  const drawn = { id, bars, years, ...(mark && { mark }) };
  // The label of the mark is above the rows.
  const [wide, narrow] = mark
    ? [wideSize, narrowSize]
    : [
        { ...wideSize, top: 0 },
        { ...narrowSize, top: 0 },
      ];
  return (
    <Drawing
      id={id}
      label={label}
      wide={{ height: heightOf(bars, wide), children: <Rows {...drawn} size={wide} /> }}
      narrow={{ height: heightOf(bars, narrow), children: <Rows {...drawn} size={narrow} /> }}
      legend={legend}
    />
  );
}

/** The title of the axis is left of it, or below its labels if there is no room. */
function heightOf(bars: readonly Bar[], { top, pitch, left }: Size): number {
  return top + bars.length * pitch + (left > 0 ? 40 : 62);
}

/** @example spoken(-6) // "6 months after closing" */
function spoken(months: number): string {
  const count = Math.abs(months);
  const side = months < 0 ? "after" : "before";
  const [amount, unit] = count % 12 === 0 ? [count / 12, "year"] : [count, "month"];
  return `${amount} ${amount === 1 ? unit : `${unit}s`} ${side} closing`;
}

/** The geometry of a version. In the wide one, the labels are left of the bars, and in the narrow one above them. */
type Size = {
  width: number;
  top: number;
  pitch: number;
  /** The left end of the scale. */
  left: number;
  barTop: number;
  barHeight: number;
  yearStep: number;
};

const wideSize: Size = {
  width: wideWidth,
  top: 36,
  pitch: 56,
  left: 348,
  barTop: 8,
  barHeight: 26,
  yearStep: 1,
};
const narrowSize: Size = {
  width: narrowWidth,
  top: 34,
  pitch: 70,
  left: 0,
  barTop: 46,
  barHeight: 14,
  yearStep: 2,
};

type RowsProps = Pick<TimelineProps, "bars" | "years" | "mark"> & { id: string; size: Size };

function Rows({ id, bars, years, mark, size }: RowsProps) {
  const { width, top, pitch, left, barTop } = size;
  const place = (months: number): number => {
    const share = (years.before * 12 - months) / ((years.before + years.after) * 12);
    return toTenth(left + share * (width - 1 - left));
  };
  const axis = top + bars.length * pitch;
  return (
    <>
      <Axis {...{ years, size, axis, place }} rows={bars.length} />
      {bars.map((bar, row) => {
        const y = top + row * pitch;
        return (
          <Fragment key={bar.title}>
            <text className="label" x="0" y={y + 18}>
              {bar.title}
            </text>
            <text className="soft label" x="0" y={y + 38}>
              {bar.text}
            </text>
            <BarParts {...{ id, bar, place, size }} y={y + barTop} />
          </Fragment>
        );
      })}
      {mark === undefined ? null : (
        <>
          <path className="threshold-ground" d={`M${place(mark.months)} ${top}V${axis}`} />
          <path className="threshold" d={`M${place(mark.months)} ${top - 8}V${axis}`} />
          <text className="middle" x={place(mark.months)} y={top - 16}>
            {mark.label}
          </text>
        </>
      )}
    </>
  );
}

type BarPartsProps = {
  id: string;
  bar: Bar;
  place: (months: number) => number;
  size: Size;
  y: number;
};

/** The parts of a bar: open, open in part, and too late. */
function BarParts({ id, bar, place, size: { width, barHeight }, y }: BarPartsProps) {
  const { from, months, partlyUntil = months, isClosedAfter } = bar;
  const box = (start: number, end: number) => ({ id, x: start, y, width: end - start, height: barHeight });
  return (
    <>
      <FilledBox fill="paid" {...box(place(from), place(months))} />
      {partlyUntil === months ? null : <FilledBox fill="later" {...box(place(months), place(partlyUntil))} />}
      {isClosedAfter ? <FilledBox fill="outline" {...box(place(partlyUntil), width - 1)} /> : null}
    </>
  );
}

type AxisProps = Pick<RowsProps, "years" | "size"> & {
  rows: number;
  axis: number;
  place: (months: number) => number;
};

/** The axis: years before the closing, the closing and, where there is room, the end of the scale after it. */
function Axis({ years, size, rows, axis, place }: AxisProps) {
  const { width, left, yearStep } = size;
  const marks = Array.from({ length: years.before + 1 }, (_, index) => index).filter(
    (year) => year % yearStep === 0,
  );
  const tickClass = (year: number): string => {
    if (year === years.before && left === 0) return "tick";
    return year === 0 && years.after === 0 ? "tick end" : "tick middle";
  };
  return (
    <>
      <path
        className="grid-line"
        d={marks.map((year) => gridLine(place(year * 12), size, rows, axis)).join("")}
      />
      <path className="axis" d={`M${left} ${axis + 6}H${width}`} />
      {marks.map((year) => (
        <text key={year} className={tickClass(year)} x={place(year * 12)} y={axis + 32}>
          {year === 0 ? "Closing" : year}
        </text>
      ))}
      <text className="tick" x="0" y={axis + (left > 0 ? 32 : 54)}>
        Years before closing
      </text>
      {years.after === 0 || yearStep > 1 ? null : (
        <text className="tick end" x={width} y={axis + 32}>
          {`${years.after} after`}
        </text>
      )}
    </>
  );
}

/** A line through all rows, or through their bars only if it would cross the labels above these. */
function gridLine(
  x: number,
  { top, pitch, left, barTop, barHeight }: Size,
  rows: number,
  axis: number,
): string {
  if (left > 0) return `M${x} ${top}V${axis + 6}`;
  const bars = Array.from({ length: rows }, (_, row) => top + row * pitch + barTop);
  return bars.map((y) => `M${x} ${y - 2}v${barHeight + 4}`).join("");
}
