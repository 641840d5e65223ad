import { dashboardTexts } from "./dashboard.messages.ts";
import { exportLists, pageOfList } from "#app/staff/data-table/export-lists.ts";

/** The way to each section where they stand far below each other: on a telephone. Elsewhere it is not there. */
export function SectionLinks() {
  return (
    <nav className="section-links" aria-label={dashboardTexts.sections}>
      <ul>
        {exportLists.map((list) => (
          <li key={list}>
            <a href={`#${list}`}>{pageOfList[list].title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
