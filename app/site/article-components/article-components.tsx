import type { ComponentProps, ComponentType, ReactNode } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { ArticleElementName, ElementValues } from "#content/article-format/article-elements.ts";
import { listPictureWidths, parsePicturePath, picturePath } from "#content/article-format/picture-address.ts";
import { estimates, figure, type TaxFigures } from "#content/tax-facts.ts";
import { DatedTimeline } from "#app/site/drawings/dated-timeline.tsx";
import { type Period, PeriodTimeline } from "#app/site/drawings/deadline-timeline.tsx";
import { Move } from "./move.tsx";
import { MoveList } from "./move-list.tsx";
import { TableFigure } from "./table-figure.tsx";
import "#app/site/drawings/dated-timeline.css";
import "./bars.css";

type DrawnName = Exclude<ArticleElementName, "a" | "br" | "sub" | "sup">;

/** A component for each element that is not HTML. */
type DrawnElements = {
  [Name in DrawnName]: (values: ElementValues<Name> & { children?: ReactNode }) => ReactNode;
};

/** The components of the elements in `articleElements`, with the figures of a tax year. */
export function createArticleComponents({ dated, figureNow }: TaxFigures): Record<string, ComponentType> {
  const drawn: DrawnElements = {
    Note: ({ children }) => <aside className="note">{children}</aside>,
    PullFigure,
    TableFigure,
    Checklist: ({ children }) => <div className="checklist">{children}</div>,
    Bars,
    YearsLine,
    DatedTimeline,
    MoveList,
    Move,
    Fact: ({ name }) => dated(name),
    Amount: ({ name }) => figure(name),
    AmountNow: ({ name }) => figureNow(name),
    Estimate: ({ name }) => estimates[name],
  };
  const components = Object.entries(drawn).map(([name, component]) => [name, withValues(component)] as const);
  return { ...Object.fromEntries(components), a: Link, img: Picture };
}

type NodeProps = { node?: { data?: { values?: object } }; children?: ReactNode };

/** Passes the validated values of an element to its component, instead of the attributes as they are written. */
function withValues(component: (values: never) => ReactNode): (props: NodeProps) => ReactNode {
  // `parseArticle` has validated the values with the schema from which `DrawnElements` derives their type.
  const Component = component as ComponentType<NodeProps>;
  return ({ node, children }) => <Component {...node?.data?.values}>{children}</Component>;
}

function Link({ href = "", children }: ComponentProps<"a">) {
  if (/^https?:/.test(href)) return <OutsideLink href={href}>{children}</OutsideLink>;
  return <a href={href}>{children}</a>;
}

/** Browsers choose a file by the width of the text, which has margins on small screens. */
const pictureSizes = "(min-width: 45rem) 43rem, 92vw";

/** A picture that staff uploaded reserves its space, loads when it is near, and has files of several widths. */
function Picture({ src = "", alt }: ComponentProps<"img">) {
  const picture = parsePicturePath(src);
  if (picture === undefined) return <img src={src} alt={alt} />;
  const { width, height } = picture;
  const sources = listPictureWidths(width).map((each) => `${picturePath(picture, each)} ${each}w`);
  return (
    <img
      src={picturePath(picture)}
      srcSet={sources.join(", ")}
      sizes={pictureSizes}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}

function PullFigure({ figure: shown, children }: { figure: string; children?: ReactNode }) {
  return (
    <div className="pull">
      <b className="num">{shown}</b>
      <div>{children}</div>
    </div>
  );
}

type Bar = { label: string; value: number; shown: string };

/**
 * Bars on one scale that starts at zero. They are decorative, because the labels and figures are beside them. In a sequence, the first and
 * the last can be emphasized.
 */
function Bars({
  caption,
  note,
  emphasis,
  items,
}: {
  caption: string;
  note?: string | undefined;
  emphasis?: "ends" | undefined;
  items: readonly Bar[];
}) {
  const longest = Math.max(...items.map(({ value }) => value));
  return (
    <figure>
      <p className="caption">{caption}</p>
      <ul className={emphasis === undefined ? "bars" : "bars ends"}>
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
