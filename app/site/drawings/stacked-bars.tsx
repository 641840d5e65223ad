import { Fragment, type ReactNode, useId } from "react";
import { Drawing, narrowWidth, wideWidth } from "./drawing.tsx";
import { type Fill, FilledBox, type LegendEntry } from "./fills.tsx";
import { type AmountFormat, axisTicks, linearScale, tickLabel, toTenth } from "./scale.ts";
import "./stacked-bars.css";
import "./threshold.css";

export type StackedBar = {
  title: string;
  /** A remark of at most 44 characters. */
  aside: string;
  /** The label follows the amount: “$12.0M given to family”. */
  parts: readonly { fill: Fill; amount: number; label: string }[];
};

type StackedBarsProps = {
  bars: readonly StackedBar[];
  format: AmountFormat;
  legend: readonly LegendEntry[];
  /** An amount marked by a line across all bars. */
  mark?: { label: string; amount: number };
  caption?: ReactNode;
};

/** Horizontal bars on one linear scale from zero, each divided into parts. */
export function StackedBars({ bars, format, legend, mark, caption }: StackedBarsProps) {
  const id = useId();
  const max = Math.max(...bars.map(({ parts }) => parts.reduce((sum, { amount }) => sum + amount, 0)));
  const drawn = { id, bars, format, max, mark };
  return (
    <Drawing
      id={id}
      label={describeBars(bars, format, mark)}
      wide={{ height: layOut(drawn).axis + 34, children: <WideBars {...drawn} /> }}
      narrow={{ height: narrowOffsets(bars, mark).end, children: <NarrowBars {...drawn} /> }}
      legend={legend}
      isLabeled
      {...(caption === undefined ? {} : { caption })}
    />
  );
}

type Mark = StackedBarsProps["mark"];

/** The whole drawing as sentences. */
function describeBars(bars: readonly StackedBar[], format: AmountFormat, mark: Mark): string {
  const sentences = bars.map(
    ({ title, aside, parts }) =>
      `${title} (${aside}): ${parts.map(({ amount, label }) => `${format.spoken(amount)} ${label}`).join(", ")}.`,
  );
  const marked = mark === undefined ? "" : ` A line marks ${mark.label}: ${format.spoken(mark.amount)}.`;
  return `Bars drawn to one scale. ${sentences.join(" ")}${marked}`;
}

type Placed = StackedBar["parts"][number] & { start: number };

/** The parts of a bar, each with the sum of those before it. */
function placeParts({ parts }: StackedBar): Placed[] {
  let start = 0;
  return parts.map((part) => {
    const placed = { ...part, start };
    start += part.amount;
    return placed;
  });
}

const widePitch = 116;
const barHeight = 54;

/** The height that the label of the mark takes above the bars. */
function barsTop(mark: Mark): number {
  return mark === undefined ? 0 : 26;
}

type Drawn = { id: string; bars: readonly StackedBar[]; format: AmountFormat; max: number; mark: Mark };

/** The names of the parts that have no room for their label in at least one bar. All bars have these labels below them. */
function findLabelsBelow(bars: readonly StackedBar[], geometry: LabelGeometry): ReadonlySet<string> {
  const parts = bars.flatMap(placeParts);
  const crowded = parts.filter((part) => placeLabel({ part, ...geometry }) === undefined);
  return new Set(crowded.map(({ label }) => label));
}

/** A label below its part of a bar, on a line that leads to it. */
type Flag = {
  words: string;
  /** The position of the line, and that of the text. */
  pole: number;
  x: number;
  /** Whether the text ends at `x`, because it would not fit into the drawing otherwise. */
  isAtEnd: boolean;
  /** Rows are counted down from the bar. */
  row: number;
};

const flagRow = 22;

/**
 * The labels of some parts of a bar, from the last one to the first. A label starts at the left edge of its part, or after the line across
 * all bars if that crosses the part. If it would reach the label of a later part, it is one row below that label.
 */
function placeFlags(
  parts: readonly Placed[],
  { format, scale, markAt = 0 }: LabelGeometry,
  drawingWidth: number,
): Flag[] {
  const flags: Flag[] = [];
  for (const part of parts.toReversed()) {
    const words = wordsOf(part, format);
    const [from, width] = [0.5 + scale(part.start), scale(part.amount)];
    const pole = toTenth(markAt > from && markAt < from + width ? markAt + 12 : from);
    const end = pole + 7 + estimateWidth(words);
    const isAtEnd = end > drawingWidth;
    const later = flags.filter(({ pole: next }) => next < end + 12);
    const row = Math.max(-1, ...later.map((flag) => flag.row)) + 1;
    flags.push({ words, pole, x: isAtEnd ? drawingWidth : pole + 7, isAtEnd, row });
  }
  return flags;
}

type LaidOut = { bar: StackedBar; top: number; inside: readonly Placed[]; flags: readonly Flag[] };

/** The position of each bar of the wide version with its labels, and that of the axis. */
function layOut({ bars, format, max, mark }: Omit<Drawn, "id">): { rows: readonly LaidOut[]; axis: number } {
  const scale = linearScale(max, wideWidth - 1);
  const geometry = { format, scale, markAt: markPosition(mark, scale) };
  const below = findLabelsBelow(bars, geometry);
  let axis = barsTop(mark);
  const rows = bars.map((bar) => {
    const parts = placeParts(bar);
    const flags = placeFlags(
      parts.filter(({ label }) => below.has(label)),
      geometry,
      wideWidth,
    );
    const top = axis;
    axis += widePitch + flagRow * Math.max(0, ...flags.map(({ row }) => row + 1));
    return { bar, top, inside: parts.filter(({ label }) => !below.has(label)), flags };
  });
  return { rows, axis };
}

function WideBars({ id, bars, format, max, mark }: Drawn) {
  const scale = linearScale(max, wideWidth - 1);
  const { rows, axis } = layOut({ bars, format, max, mark });
  return (
    <>
      {rows.map(({ bar, top: y }) => (
        <Fragment key={bar.title}>
          <text className="bar-name" x="0" y={y + 26}>
            {bar.title}
          </text>
          <text className="end" x={wideWidth} y={y + 26}>
            {bar.aside}
          </text>
          {placeParts(bar).map(({ label, fill, start, amount }) => (
            <FilledBox
              key={label}
              {...{ id, fill }}
              x={0.5 + scale(start)}
              y={y + 38}
              width={scale(amount)}
              height={barHeight}
            />
          ))}
        </Fragment>
      ))}
      <Axis max={max} y={axis} scale={scale} />
      {mark === undefined ? null : (
        <WideMark {...{ rows, format, axis }} mark={mark} at={scale(mark.amount)} />
      )}
      {/* Above the mark, which would otherwise cross a label. */}
      {rows.map(({ bar, top, inside, flags }) => (
        <Fragment key={bar.title}>
          <Flags flags={flags} y={top + 38 + barHeight} />
          {inside.map((part) => (
            <PartLabel
              key={part.label}
              {...{ part, format, scale }}
              y={top + 38}
              markAt={markPosition(mark, scale)}
            />
          ))}
        </Fragment>
      ))}
    </>
  );
}

type WideMarkProps = Pick<Drawn, "format"> & {
  mark: Exclude<Mark, undefined>;
  rows: readonly LaidOut[];
  axis: number;
  at: number;
};

/** The line across all bars, with its label above them. */
function WideMark({ rows, format, mark, axis, at }: WideMarkProps) {
  return (
    <>
      <path
        className="threshold-ground"
        d={rows.map(({ top }) => `M${at} ${top + 34}v${barHeight + 8}`).join("")}
      />
      <path className="threshold" d={`M${at} 22V${axis}`} />
      <text className="middle" x={at} y="15">
        {`${mark.label}: ${format.shown(mark.amount)}`}
      </text>
    </>
  );
}

/** The usual and the greatest average width of a character of a label, in drawing units. */
const characterWidth = { usual: 7.6, greatest: 8.9 };

/** An estimate of the width of words in drawing units, on the wide side. */
function estimateWidth(words: string): number {
  return words.length * characterWidth.greatest;
}

type LabelGeometry = Pick<Drawn, "format"> & {
  scale: (dollars: number) => number;
  /** The position of the line across all bars. */
  markAt: number | undefined;
};

type LabelPlacement = LabelGeometry & { part: Placed };

function markPosition(mark: Mark, scale: (dollars: number) => number): number | undefined {
  return mark === undefined ? undefined : scale(mark.amount);
}

/**
 * The start of a label inside its part: at the left, or after the line across all bars if that would cross the label.
 * @returns undefined if there is no room
 */
function placeLabel({ part, format, scale, markAt = 0 }: LabelPlacement): number | undefined {
  const x = 0.5 + scale(part.start);
  const end = x + scale(part.amount);
  const needed = estimateWidth(wordsOf(part, format));
  const inset = 14;
  const isCrossed = markAt > x && markAt < x + inset + needed;
  const at = (isCrossed ? markAt : x) + inset;
  return at + needed + 10 <= end ? at : undefined;
}

function wordsOf({ amount, label }: Placed, format: AmountFormat): string {
  return `${format.shown(amount)} ${label}`;
}

/** @param y the lower edge of the bar */
function Flags({ flags, y }: { flags: readonly Flag[]; y: number }) {
  return flags.map(({ words, pole, x, isAtEnd, row }) => {
    const baseline = y + 20 + row * flagRow;
    return (
      <Fragment key={words}>
        {/* A text that ends at the edge of the drawing can begin left of the line. */}
        <path className="axis" d={`M${pole} ${y}V${isAtEnd ? y + 5 : baseline}`} />
        <text className={isAtEnd ? "label end" : "label"} x={x} y={baseline}>
          {words}
        </text>
      </Fragment>
    );
  });
}

/** The label in a part of a bar, if the part is wide enough. */
function PartLabel({ y, ...placement }: LabelPlacement & { y: number }) {
  const { part, format } = placement;
  const x = placeLabel(placement);
  if (x === undefined) return null;
  const words = wordsOf(part, format);
  if (part.fill === "paid") {
    return (
      <text className="inside" x={x} y={y + 33}>
        {words}
      </text>
    );
  }
  return (
    <>
      {/* The fill would make the words hard to read. */}
      <rect
        className="ground"
        x={x - 8}
        y={y + 14}
        width={toTenth(words.length * characterWidth.usual + 16)}
        height="26"
      />
      <text x={x} y={y + 33}>
        {words}
      </text>
    </>
  );
}

function Axis({ max, y, scale }: { max: number; y: number; scale: (dollars: number) => number }) {
  return (
    <>
      <path
        className="axis"
        d={`M0 ${y}H${wideWidth}${axisTicks(max)
          .map((tick) => `M${0.5 + scale(tick)} ${y}v7`)
          .join("")}`}
      />
      {axisTicks(max).map((tick) => (
        <text key={tick} className={tickClass(tick, max)} x={Math.round(scale(tick))} y={y + 26}>
          {tickLabel(tick)}
        </text>
      ))}
    </>
  );
}

/** The first and the last label stay within the drawing. */
function tickClass(tick: number, max: number): string {
  if (tick === 0) return "tick";
  return tick > max * 0.97 ? "tick end" : "tick middle";
}

/** The top of each bar of the narrow version, and the end of the last one. */
function narrowOffsets(bars: readonly StackedBar[], mark: Mark): { tops: number[]; end: number } {
  // The label of the mark is a key to the lines below it, and not the title of the first bar.
  let end = mark === undefined ? 0 : 40;
  const tops = bars.map(({ parts }) => {
    const top = end;
    end += 96 + parts.length * 24 + 28;
    return top;
  });
  return { tops, end: end - 28 };
}

function NarrowBars({ id, bars, format, max, mark }: Drawn) {
  const scale = linearScale(max, narrowWidth - 1);
  const { tops } = narrowOffsets(bars, mark);
  return (
    <>
      {mark === undefined ? null : (
        <>
          <path className="threshold" d="M2 0v20" />
          <text x="14" y="15">{`${mark.label}: ${format.shown(mark.amount)}`}</text>
        </>
      )}
      {bars.map((bar, index) => (
        <NarrowBar key={bar.title} {...{ id, bar, format, scale, mark }} y={tops[index] ?? 0} />
      ))}
    </>
  );
}

type NarrowBarProps = Pick<Drawn, "id" | "format" | "mark"> & {
  bar: StackedBar;
  scale: (dollars: number) => number;
  y: number;
};

/** A bar with the label of every part below it. If a fill repeats and the labels fit, a line leads from each label to its part. */
function NarrowBar({ id, bar, format, mark, scale, y }: NarrowBarProps) {
  const placed = placeParts(bar);
  const repeatsFill = new Set(placed.map(({ fill }) => fill)).size < placed.length;
  const flags = placeFlags(placed, { format, scale, markAt: undefined }, narrowWidth);
  const hasFlags = repeatsFill && flags.every(({ isAtEnd }) => !isAtEnd);
  return (
    <>
      <text className="bar-name" x="0" y={y + 22}>
        {bar.title}
      </text>
      <text x="0" y={y + 44}>
        {bar.aside}
      </text>
      {placed.map(({ label, fill, start, amount }) => (
        <FilledBox
          key={label}
          id={id}
          fill={fill}
          x={0.5 + scale(start)}
          y={y + 56}
          width={scale(amount)}
          height={30}
        />
      ))}
      {mark === undefined ? null : (
        <>
          <path className="threshold-ground" d={`M${scale(mark.amount)} ${y + 52}v38`} />
          <path className="threshold" d={`M${scale(mark.amount)} ${y + 52}v38`} />
        </>
      )}
      {hasFlags ? <Flags flags={flags} y={y + 86} /> : null}
      {(hasFlags ? [] : placed).map((part, row) => (
        <Fragment key={part.label}>
          <FilledBox id={id} fill={part.fill} x={0.5} y={y + 98 + row * 24} width={14} height={14} />
          <text x="24" y={y + 110 + row * 24}>
            {wordsOf(part, format)}
          </text>
        </Fragment>
      ))}
    </>
  );
}
