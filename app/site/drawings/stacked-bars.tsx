import { type ReactNode, useId } from "react";
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
  const max = Math.max(...bars.map(totalOf));
  const drawn = { id, bars, format, max, mark };
  return (
    <Drawing
      id={id}
      label={describeBars(bars, format, mark)}
      wide={{ height: wideOffsets(drawn).end + 34, children: <WideBars {...drawn} /> }}
      narrow={{ height: narrowOffsets(bars, mark).end, children: <NarrowBars {...drawn} /> }}
      legend={legend}
      isLabeled
      {...(caption === undefined ? {} : { caption })}
    />
  );
}

type Mark = StackedBarsProps["mark"];

function totalOf({ parts }: StackedBar): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

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
function findLabelsBelow({ bars, format, max, mark }: Omit<Drawn, "id">): ReadonlySet<string> {
  const scale = linearScale(max, wideWidth - 1);
  const markAt = markPosition(mark, scale);
  const parts = bars.flatMap(placeParts);
  const crowded = parts.filter((part) => placeLabel({ part, format, scale, markAt }) === undefined);
  return new Set(crowded.map(({ label }) => label));
}

/** The top of each bar of the wide version, and the position of the axis. A bar with labels below it takes more space. */
function wideOffsets(drawn: Omit<Drawn, "id">): { tops: number[]; end: number } {
  const below = findLabelsBelow(drawn);
  let end = barsTop(drawn.mark);
  const tops = drawn.bars.map(({ parts }) => {
    const top = end;
    end += parts.some(({ label }) => below.has(label)) ? widePitch + 22 : widePitch;
    return top;
  });
  return { tops, end };
}

function WideBars({ id, bars, format, max, mark }: Drawn) {
  const scale = linearScale(max, wideWidth - 1);
  const { tops, end: axis } = wideOffsets({ bars, format, max, mark });
  const below = findLabelsBelow({ bars, format, max, mark });
  return (
    <>
      {bars.map((bar, index) => {
        const y = tops[index] ?? 0;
        return (
          <g key={bar.title}>
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
          </g>
        );
      })}
      <Axis max={max} y={axis} scale={scale} />
      {mark === undefined ? null : (
        <WideMark {...{ bars, format, tops, axis }} mark={mark} at={scale(mark.amount)} />
      )}
      {/* Above the mark, which would otherwise cross a label. */}
      {bars.map((bar, index) => (
        <LabelsBelow
          key={bar.title}
          parts={placeParts(bar).filter(({ label }) => below.has(label))}
          {...{ format, scale }}
          y={(tops[index] ?? 0) + 38 + barHeight}
          markAt={markPosition(mark, scale)}
        />
      ))}
      {bars.flatMap((bar, index) =>
        placeParts(bar)
          .filter(({ label }) => !below.has(label))
          .map((part) => (
            <PartLabel
              key={`${bar.title} ${part.label}`}
              {...{ part, format, scale }}
              y={(tops[index] ?? 0) + 38}
              markAt={markPosition(mark, scale)}
            />
          )),
      )}
    </>
  );
}

type WideMarkProps = Pick<Drawn, "bars" | "format"> & {
  mark: Exclude<Mark, undefined>;
  tops: readonly number[];
  axis: number;
  at: number;
};

/** The line across all bars, with its label above them. */
function WideMark({ bars, format, mark, tops, axis, at }: WideMarkProps) {
  return (
    <g>
      {bars.map(({ title }, index) => (
        <path
          key={title}
          className="threshold-ground"
          d={`M${at} ${(tops[index] ?? 0) + 34}v${barHeight + 8}`}
        />
      ))}
      <path className="threshold" d={`M${at} 22V${axis}`} />
      <text className="middle" x={at} y="15">
        {`${mark.label}: ${format.shown(mark.amount)}`}
      </text>
    </g>
  );
}

/** The usual and the greatest average width of a character of a label, in drawing units. */
const characterWidth = { usual: 7.6, greatest: 8.9 };

/** An estimate of the width of words in drawing units, on the wide side. */
function estimateWidth(words: string): number {
  return words.length * characterWidth.greatest;
}

type LabelPlacement = Pick<Drawn, "format"> & {
  part: Placed;
  scale: (dollars: number) => number;
  /** The position of the line across all bars. */
  markAt: number | undefined;
};

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

type LabelsBelowProps = Omit<LabelPlacement, "part"> & {
  parts: readonly Placed[];
  /** The lower edge of the bar. */
  y: number;
};

/**
 * The labels of some parts below their bar, each with a tick mark below its part. They end at the right edge of the drawing at
 * the latest, and begin after the line across all bars if it crosses their part.
 */
function LabelsBelow({ parts, format, scale, y, markAt = 0 }: LabelsBelowProps) {
  let right = wideWidth;
  const labels = parts.toReversed().map((part) => {
    const words = wordsOf(part, format);
    const [from, width] = [scale(part.start), scale(part.amount)];
    const start = markAt > from && markAt < from + width ? markAt + 10 : from;
    const isAtRight = start + estimateWidth(words) > right;
    const x = isAtRight ? right : start;
    right = (isAtRight ? right - estimateWidth(words) : x) - 16;
    return { words, x, anchor: isAtRight ? "label end" : "label", tick: from + width / 2 };
  });
  return labels.map(({ words, x, anchor, tick }) => (
    <g key={words}>
      <path className="axis" d={`M${tick} ${y}v5`} />
      <text className={anchor} x={x} y={y + 20}>
        {words}
      </text>
    </g>
  ));
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

/** A bar with the label of every part below it. */
function NarrowBar({ id, bar, format, mark, scale, y }: NarrowBarProps) {
  const placed = placeParts(bar);
  return (
    <g>
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
      {placed.map(({ label, fill, amount }, row) => (
        <g key={label}>
          <FilledBox id={id} fill={fill} x={0.5} y={y + 98 + row * 24} width={14} height={14} />
          <text x="24" y={y + 110 + row * 24}>
            {`${format.shown(amount)} ${label}`}
          </text>
        </g>
      ))}
    </g>
  );
}
