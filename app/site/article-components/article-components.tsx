import type { ComponentProps, ReactNode } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { dated, estimates, figure, figureNow, type TaxFactName } from "#content/tax-facts.ts";
import { Bars } from "./bars.tsx";
import { YearsLine } from "./years-line.tsx";
import "#app/pages/document/data-table.css";

/** The components that the text of an article can use (docs/architecture.md, "An article"). */
export const articleComponents = {
  a: Link,
  th: ({ style, children }: Cell) => <th className={alignment(style)}>{children}</th>,
  td: ({ style, children }: Cell) => <td className={alignment(style)}>{children}</td>,
  Note: ({ children }: { children: ReactNode }) => <aside className="note">{children}</aside>,
  PullFigure,
  TableFigure,
  Checklist: ({ children }: { children: ReactNode }) => <div className="checklist">{children}</div>,
  Bars,
  YearsLine,
  Fact: ({ name }: { name: TaxFactName }) => dated(name),
  Amount: ({ name }: { name: TaxFactName }) => figure(name),
  AmountNow: ({ name }: { name: TaxFactName }) => figureNow(name),
  Estimate: ({ name }: { name: keyof typeof estimates }) => estimates[name],
};

type Cell = ComponentProps<"td">;

/** Markdown aligns columns with a style attribute, which the content security policy blocks. */
function alignment(style: Cell["style"]): string | undefined {
  return style?.textAlign === "right" ? "figures" : undefined;
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

/** A Markdown table with its caption. A wide table scrolls in its own container. */
function TableFigure({ caption, note, children }: { caption: string; note?: string; children: ReactNode }) {
  return (
    <figure className="table">
      <p className="caption">{caption}</p>
      <div className="sideways" role="region" aria-label={caption} tabIndex={0}>
        {children}
      </div>
      {note === undefined ? null : <figcaption>{note}</figcaption>}
    </figure>
  );
}
