import type { ComponentProps, ReactNode } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { estimates, figure, type TaxFactName, type TaxFigures } from "#content/tax-facts.ts";
import { DatedTimeline } from "#app/site/drawings/dated-timeline.tsx";
import { type Period, PeriodTimeline } from "#app/site/drawings/deadline-timeline.tsx";
import { Move } from "./move.tsx";
import { TableFigure } from "./table-figure.tsx";
import "#app/site/drawings/dated-timeline.css";
import "./bars.css";

/** The components that the text of an article can use (docs/architecture.md, "An article"). */
const components = {
  a: Link,
  Note: ({ children }: { children: ReactNode }) => <aside className="note">{children}</aside>,
  PullFigure,
  TableFigure,
  Checklist: ({ children }: { children: ReactNode }) => <div className="checklist">{children}</div>,
  Bars,
  YearsLine,
  DatedTimeline,
  Move,
  Amount: ({ name }: { name: TaxFactName }) => figure(name),
  Estimate: ({ name }: { name: keyof typeof estimates }) => estimates[name],
};

/** The components with the figures of a tax year. */
export function createArticleComponents({ dated, figureNow }: TaxFigures) {
  return {
    ...components,
    Fact: ({ name }: { name: TaxFactName }) => dated(name),
    AmountNow: ({ name }: { name: TaxFactName }) => figureNow(name),
  };
}

function Link({ href = "", children }: ComponentProps<"a">) {
  if (/^https?:/.test(href)) return <OutsideLink href={href}>{children}</OutsideLink>;
  return <a href={href}>{children}</a>;
}

function PullFigure({ figure: shown, children }: { figure: string; children: ReactNode }) {
  return (
    <div className="pull">
      <b className="num">{shown}</b>
      <div>{children}</div>
    </div>
  );
}

type Bar = { label: string; value: number; shown: string };

/** Bars on one scale that starts at zero. They are decorative, because the labels and figures are beside them. */
function Bars({ caption, note, items }: { caption: string; note?: string; items: readonly Bar[] }) {
  const longest = Math.max(...items.map(({ value }) => value));
  return (
    <figure>
      <p className="caption">{caption}</p>
      <ul className="bars">
        {items.map(({ label, value, shown }) => (
          <li key={label}>
            <span>{label}</span>
            <b className="num">{shown}</b>
            <svg aria-hidden="true">
              <rect width={`${Math.round((value / longest) * 1000) / 10}%`} height="100%" />
            </svg>
          </li>
        ))}
      </ul>
      {note === undefined ? null : <figcaption>{note}</figcaption>}
    </figure>
  );
}

type Station = { when: string; what: string };

/** Periods drawn to scale, followed by a list of the work in each year. */
function YearsLine({
  caption,
  periods,
  items,
}: {
  caption: string;
  periods: readonly Period[];
  items: readonly Station[];
}) {
  return (
    <div className="dated-timeline years">
      <p className="caption">{caption}</p>
      <PeriodTimeline periods={periods} />
      <ol>
        {items.map(({ when, what }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
