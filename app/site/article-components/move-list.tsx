import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import type { Element } from "hast";
import { toString } from "hast-util-to-string";
import type { ElementValues } from "#content/article-format/article-elements.ts";
import { planningTimeline } from "#content/examples/planning-timeline.ts";
import "#app/ui/folding-table/folding-table.css";
import "./move.css";
import "./move-list.css";

type MoveValues = ElementValues<"Move">;

type ListedMove = MoveValues & { id: string; title: string; plate: ReactNode };

/** The scale of the timeline begins this many years before closing. */
const years = 5;

/** Moves on one timeline with their costs and last useful days, followed by a plate for each. */
export function MoveList({
  caption,
  note,
  children,
}: {
  caption: string;
  note?: string | undefined;
  children?: ReactNode;
}) {
  const moves = Children.toArray(children).filter(isMove).map(readMove);
  return (
    <>
      <MoveTimeline caption={caption} note={note} moves={moves} />
      <div className="moves">
        {moves.map(({ id, plate }) => (
          <section className="move" key={id}>
            {plate}
          </section>
        ))}
      </div>
    </>
  );
}

type MoveElement = ReactElement<{ node: Element & { data: { values: MoveValues } }; children?: ReactNode }>;

function isMove(child: ReactNode): child is MoveElement {
  return isValidElement<{ node?: Element }>(child) && child.props.node?.tagName === "Move";
}

function readMove({ props: { node, children } }: MoveElement): ListedMove {
  const heading = node.children.find((child) => child.type === "element" && /^h\d$/.test(child.tagName));
  return {
    ...node.data.values,
    id: heading?.type === "element" ? String(heading.properties.id) : "",
    title: heading === undefined ? "" : toString(heading),
    plate: children,
  };
}

function MoveTimeline({
  caption,
  note,
  moves,
}: {
  caption: string;
  note?: string | undefined;
  moves: readonly ListedMove[];
}) {
  return (
    <figure className="table move-timeline">
      <table className="folding mixed">
        <caption className="caption">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Cost</th>
            <th scope="col">
              Last useful day
              <Scale />
            </th>
          </tr>
        </thead>
        <tbody>
          {moves.map(({ id, title, cost, deadline, monthsBefore }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`#${id}`}>{title}</a>
              </th>
              <td data-label="Cost">{cost}</td>
              <td data-label="Last useful day" className="last-day">
                <span>{deadline}</span>
                <svg aria-hidden="true">
                  <rect width={`${share(monthsBefore)}%`} height="100%" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption>{`${note === undefined ? "" : `${note} `}Each bar begins ${years} years before closing.`}</figcaption>
    </figure>
  );
}

/** The scale above the bars. The style sheet draws the lines below its labels. */
function Scale() {
  const { months, label } = planningTimeline.letterOfIntent;
  return (
    <svg className="scale" aria-hidden="true">
      {Array.from({ length: years }, (_, index) => years - index).map((year) => (
        <text key={year} x={`${share(year * 12)}%`} y="42" className={year === years ? undefined : "middle"}>
          {year === years ? `${year} years` : year}
        </text>
      ))}
      <text x={`${share(months)}%`} y="18" className="end">
        {label}
      </text>
      <text x="100%" y="42" className="end">
        Closing
      </text>
    </svg>
  );
}

/** The part of the scale before a day, in percent. */
function share(monthsBefore: number): number {
  return Math.round((1 - monthsBefore / (years * 12)) * 1000) / 10;
}
