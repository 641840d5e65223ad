import { labelPeriods, type Period } from "#app/people/sources/periods.ts";

/** Which tone is which period. */
export function ChartKey({ now, before }: { now: Period; before: Period | undefined }) {
  if (before === undefined) return null;
  const labels = labelPeriods(now, before);
  return (
    <ul className="key">
      {[
        { tone: "now", label: labels.now },
        { tone: "before", label: labels.before },
      ].map(({ tone, label }) => (
        <li key={tone}>
          <svg aria-hidden="true" width="12" height="12">
            <rect className={tone} width="12" height="12" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
