import { Fragment, type ReactNode, useId } from "react";
import { Drawing, narrowWidth, wideWidth } from "./drawing.tsx";
import { type Fill, FilledBox, type LegendEntry } from "./fills.tsx";
import { axisTicks, linearScale, millionsWith, tickLabel, toTenth } from "./scale.ts";

/** One column of a waterfall. Deductions are negative; the other columns start at zero. */
export type WaterfallStep = {
  label: string;
  kind: "price" | "deduction" | "equity" | "cash";
  amount: number;
  /** The part of the last column that waits in escrow. */
  escrow?: number;
};

const fills = { price: "outline", deduction: "cost", equity: "subtotal", cash: "paid" } as const;

const format = millionsWith(2);

type Column = { label: string; fill: Fill; amount: number; bottom: number; top: number; escrow: number };

/** A waterfall from a price to the cash that is left, on one linear scale from zero. */
export function Waterfall({ steps, caption }: { steps: readonly WaterfallStep[]; caption?: ReactNode }) {
  const id = useId();
  const columns = stackColumns(steps);
  const max = Math.max(...columns.map(({ top }) => top));
  return (
    <Drawing
      id={id}
      label={describeSteps(steps)}
      wide={{ height: 412, children: <WideColumns id={id} columns={columns} max={max} /> }}
      narrow={{
        height: columns.length * rowHeight - 8,
        children: <NarrowRows id={id} columns={columns} max={max} />,
      }}
      legend={listMeanings(steps)}
      {...(caption === undefined ? {} : { caption })}
    />
  );
}

/** A deduction begins where the column before it ends. */
function stackColumns(steps: readonly WaterfallStep[]): Column[] {
  let level = 0;
  return steps.map(({ label, kind, amount, escrow = 0 }) => {
    const isDeduction = kind === "deduction";
    const top = isDeduction ? level : amount;
    level = isDeduction ? level + amount : amount;
    return { label, fill: fills[kind], amount, bottom: isDeduction ? level : 0, top, escrow };
  });
}

/** The whole drawing as a sentence. */
function describeSteps(steps: readonly WaterfallStep[]): string {
  const before = { price: "", deduction: "less ", equity: "leaves ", cash: "leaves " } as const;
  const parts = steps.map(
    ({ label, kind, amount }) => `${before[kind]}${label.toLowerCase()} ${format.spoken(amount)}`,
  );
  const escrow = steps.find((step) => step.escrow !== undefined)?.escrow;
  const rest = escrow === undefined ? "" : `, of which ${format.spoken(escrow)} waits in escrow`;
  return `Waterfall drawn to scale: ${parts.join(", ")}${rest}.`;
}

function listMeanings(steps: readonly WaterfallStep[]): LegendEntry[] {
  const meanings = {
    price: "Headline price",
    deduction: "Deductions, costs and tax",
    equity: "Equity before costs and tax",
    cash: "Cash after tax, without escrow",
  } as const;
  const kinds = [...new Set(steps.map(({ kind }) => kind))];
  const entries: LegendEntry[] = kinds.map((kind) => ({ fill: fills[kind], meaning: meanings[kind] }));
  const escrow = steps.find((step) => step.escrow !== undefined)?.escrow;
  if (escrow !== undefined) {
    entries.push({ fill: "later", meaning: `Held in escrow, ${format.shown(escrow)}` });
  }
  return entries;
}

/** Splits a label into two lines of similar length. */
function splitLabel(label: string): [string, string] {
  const words = label.split(" ");
  const splits = words.map((_, index) => [
    words.slice(0, index + 1).join(" "),
    words.slice(index + 1).join(" "),
  ]);
  const longest = ([first = "", second = ""]: string[]): number => Math.max(first.length, second.length);
  const [first = "", second = ""] = splits.toSorted((a, b) => longest(a) - longest(b))[0] ?? [];
  return [first, second];
}

const floor = 352;
const ceiling = 34;
const axisX = 52;

type Columns = { id: string; columns: readonly Column[]; max: number };

function WideColumns({ id, columns, max }: Columns) {
  const scale = linearScale(max, floor - ceiling);
  const pitch = (wideWidth - axisX) / columns.length;
  const width = Math.round(pitch * 0.66);
  return (
    <>
      <path
        className="grid-line"
        d={axisTicks(max)
          .map((tick) => `M${axisX} ${floor - scale(tick)}H${wideWidth}`)
          .join("")}
      />
      {axisTicks(max).map((tick) => (
        <text className="tick end" key={tick} x={axisX - 8} y={floor - scale(tick) + 5}>
          {tickLabel(tick)}
        </text>
      ))}
      {columns.map((column, index) => {
        const x = Math.round(axisX + pitch * index + (pitch - width) / 2);
        return <WideColumn key={column.label} {...{ id, column, scale, x, width, pitch }} />;
      })}
      <path className="axis" d={`M${axisX} ${floor}H${wideWidth}`} />
    </>
  );
}

type WideColumnProps = {
  id: string;
  column: Column;
  scale: (dollars: number) => number;
  x: number;
  width: number;
  pitch: number;
};

function WideColumn({ id, column, scale, x, width, pitch }: WideColumnProps) {
  const { label, fill, amount, bottom, top, escrow } = column;
  const lines = splitLabel(label);
  const y = toTenth(floor - scale(top));
  const height = toTenth(scale(top) - scale(bottom));
  const middle = x + width / 2;
  // The connector starts at the lower edge of a deduction, and at the upper edge of a total.
  const level = fill === "cost" ? toTenth(y + height) : y;
  return (
    <>
      {fill === "paid" ? null : (
        <path className="connector" d={`M${x + width} ${level}h${toTenth(pitch - width)}`} />
      )}
      <FilledBox id={id} fill={fill} x={x} y={y} width={width} height={height} />
      {escrow === 0 ? null : (
        <FilledBox id={id} fill="later" x={x} y={y} width={width} height={scale(escrow)} />
      )}
      <text className={fill === "cost" ? "amount middle" : "total middle"} x={middle} y={toTenth(y - 10)}>
        {format.shown(amount)}
      </text>
      <text className="middle" x={middle} y="378">
        {lines[0]}
      </text>
      <text className="middle" x={middle} y="399">
        {lines[1]}
      </text>
    </>
  );
}

const rowHeight = 58;
/** A connector ends above the next row's amount, because its dots could be read as part of the figure. */
const amountWidth = 80;

function NarrowRows({ id, columns, max }: Columns) {
  const scale = linearScale(max, narrowWidth - 1);
  return columns.map(({ label, fill, amount, bottom, top, escrow }, index) => {
    const y = index * rowHeight;
    const [left, right] = [0.5 + scale(bottom), 0.5 + scale(top)];
    const connectorX = toTenth(fill === "cost" ? left : right);
    return (
      <Fragment key={label}>
        {fill === "paid" ? null : (
          <path
            className="connector"
            d={`M${connectorX} ${y + 48}v${connectorX > narrowWidth - amountWidth ? 10 : 38}`}
          />
        )}
        <FilledBox id={id} fill={fill} x={left} y={y + 28} width={right - left} height={20} />
        {escrow === 0 ? null : (
          <FilledBox
            id={id}
            fill="later"
            x={right - scale(escrow)}
            y={y + 28}
            width={scale(escrow)}
            height={20}
          />
        )}
        <text x="0" y={y + 19}>
          {label}
        </text>
        <text className="amount end" x={narrowWidth} y={y + 20}>
          {format.shown(amount)}
        </text>
      </Fragment>
    );
  });
}
