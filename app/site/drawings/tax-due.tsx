import { useId } from "react";
import type { TaxDue } from "#content/examples/tax-due.ts";
import { FillPatterns, Legend } from "./fills.tsx";
import { wholeDollars } from "./scale.ts";
import "./drawing.css";
import "./tax-due.css";

const fills = { now: "cost", later: "later-cost", never: "outline" } as const;

/** A bar of the tax on one gain, divided by when it is due. The list below it has the amounts, so the bar is not announced. */
export function TaxDueBar({ due: { assumption, parts } }: { due: TaxDue }) {
  const id = useId();
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const percent = (amount: number): string => `${(amount * 100) / total}%`;
  const sumBefore = (end: number): number => parts.slice(0, end).reduce((sum, { amount }) => sum + amount, 0);
  return (
    <figure className="drawing tax-due">
      <FillPatterns id={id} fills={parts.map(({ due }) => fills[due])} />
      <svg className="due" aria-hidden="true">
        {parts.map(({ due, amount }, index) => (
          <rect
            key={due}
            className={fills[due]}
            {...(due === "never" ? {} : { fill: `url(#${id}${fills[due]})` })}
            x={percent(sumBefore(index))}
            width={percent(amount)}
            height="100%"
          />
        ))}
      </svg>
      <Legend
        id={id}
        entries={parts.map(({ due, amount, label }) => ({
          fill: fills[due],
          meaning: `${wholeDollars.shown(amount)} ${label}`,
        }))}
      />
      <figcaption>{assumption}</figcaption>
    </figure>
  );
}
