import type { SummaryCard } from "./dashboard-view.ts";

/** The figures at the head of the dashboard. */
export function SummaryCards({ cards }: { cards: readonly SummaryCard[] }) {
  return (
    <dl className="sums">
      {cards.map(({ label, figure, outOf, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figure">
              {figure}
              {outOf === undefined ? null : <span className="soft">{outOf}</span>}
            </span>
            <span className="line soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
