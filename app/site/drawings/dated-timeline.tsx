import { Fragment } from "react";
import { Drawing, wideWidth } from "./drawing.tsx";
import "./dated-timeline.css";

type DatedEvent = {
  /** ISO date, which determines the position. */
  on: string;
  /** The date as printed. */
  when: string;
  /** Two to four words for the drawing. */
  title: string;
  /** A sentence for the list below the drawing. */
  text: string;
};

type Point = DatedEvent & { day: number };

/** Dates on one line to scale, followed by a list with the same dates. The labels of the last two dates are on different sides of the line. */
export function DatedTimeline({ caption, items }: { caption: string; items: readonly DatedEvent[] }) {
  const points = countDays(items);
  return (
    <div className="dated-timeline">
      <p className="caption">{caption}</p>
      <Drawing
        id="dates-"
        label={describeDates(points)}
        wide={{ height: 158, children: <WideLine points={points} /> }}
        narrow={{ height: narrowTop + narrowLength + 64, children: <NarrowLine points={points} /> }}
        legend={[]}
      />
      <ol>
        {points.map(({ on, when, text, day }) => (
          <li key={on}>
            <b>{`${when}, day ${day}`}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Adds the number of days since the first date. */
export function countDays(items: readonly DatedEvent[]): Point[] {
  const start = Date.parse(items[0]?.on ?? "");
  return items.map((item) => ({ ...item, day: Math.round((Date.parse(item.on) - start) / 86_400_000) }));
}

/** The whole drawing as sentences. */
function describeDates(points: readonly Point[]): string {
  const sentences = points.map(({ when, title, day }) => `${title}: ${when}, day ${day}.`);
  return `Timeline drawn to scale. ${sentences.join(" ")}`;
}

const lastDay = (points: readonly Point[]): number => Math.max(1, ...points.map(({ day }) => day));

const maxMarks = 12;

/** The round days between the first and the last date: every 30 days, or multiples of that if there would be too many. */
function markedDays(points: readonly Point[]): number[] {
  const last = lastDay(points) - 1;
  const step = 30 * Math.max(1, Math.ceil(last / 30 / maxMarks));
  return Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step);
}

const wideMargin = 12;
const wideY = 84;

function WideLine({ points }: { points: readonly Point[] }) {
  const unit = (wideWidth - 2 * wideMargin) / lastDay(points);
  const x = (day: number): number => Math.round((wideMargin + day * unit) * 10) / 10;
  return (
    <>
      {markedDays(points).map((day) => (
        <Fragment key={day}>
          <path className="axis" d={`M${x(day)} ${wideY}v12`} />
          <text className="tick middle" x={x(day)} y={wideY + 30}>
            {`Day ${day}`}
          </text>
        </Fragment>
      ))}
      <path className="axis" d={`M${wideMargin} ${wideY}H${wideWidth - wideMargin}`} />
      {points.map(({ on, when, title, day }, index) => {
        const isLast = index === points.length - 1;
        const anchor = anchorOf(day / lastDay(points));
        return (
          <Fragment key={on}>
            <path className="axis" d={isLast ? `M${x(day)} ${wideY}v26` : `M${x(day)} ${wideY}v-26`} />
            <circle className="paid" cx={x(day)} cy={wideY} r="7" />
            <text className={`amount ${anchor}`} x={x(day)} y={isLast ? 132 : 28}>
              {title}
            </text>
            <text className={`soft ${anchor}`} x={x(day)} y={isLast ? 154 : 50}>
              {when}
            </text>
          </Fragment>
        );
      })}
    </>
  );
}

/** Labels at the ends of the line stay within the drawing. */
function anchorOf(position: number): "start" | "middle" | "end" {
  if (position < 0.15) return "start";
  return position > 0.85 ? "end" : "middle";
}

const narrowTop = 12;
const narrowLength = 430;

function NarrowLine({ points }: { points: readonly Point[] }) {
  const unit = narrowLength / lastDay(points);
  const y = (day: number): number => Math.round((narrowTop + day * unit) * 10) / 10;
  return (
    <>
      <path className="axis" d={`M10 ${narrowTop}V${narrowTop + narrowLength}`} />
      {points.map(({ on, when, title, day }, index) => {
        const shift = labelShift(index, points.length);
        return (
          <Fragment key={on}>
            {Math.abs(shift) < 8 ? null : (
              <path className="axis" d={`M10 ${y(day)}L26 ${y(day) + leaderEnd(shift)}`} />
            )}
            <circle className="paid" cx="10" cy={y(day)} r="7" />
            <text className="amount" x="30" y={y(day) + shift}>
              {title}
            </text>
            <text className="soft" x="30" y={y(day) + shift + 21}>
              {when}
            </text>
          </Fragment>
        );
      })}
    </>
  );
}

/** A line leads from a point to the middle of the line of its label that is closer. */
function leaderEnd(shift: number): number {
  return shift < 0 ? shift + 16 : shift - 7;
}

/** The label of the last date but one is above its point, because the last two dates are close together. */
function labelShift(index: number, count: number): number {
  if (index === count - 2) return -34;
  return index === count - 1 ? 24 : 7;
}
