import { type VisitorRow, VisitorsTable } from "#app/staff/leads/visitors-table.tsx";
import { DashboardSection, type SectionProps } from "./dashboard-section.tsx";

/** Section 3 of the dashboard: the newest visits. */
export function VisitorsSection(props: SectionProps<VisitorRow>) {
  return (
    <DashboardSection {...props} list="visitors">
      <VisitorsTable labelledBy="visitors" rows={props.rows} />
    </DashboardSection>
  );
}
