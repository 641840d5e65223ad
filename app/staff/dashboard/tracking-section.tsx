import { type TrackingRow, TrackingTable } from "#app/staff/leads/tracking-table.tsx";
import { DashboardSection, type SectionProps } from "./dashboard-section.tsx";

/** Section 4 of the dashboard: what happened on the pages last. @param note where all of it is stored, and for how long */
export function TrackingSection(props: SectionProps<TrackingRow> & { note: string }) {
  return (
    <DashboardSection {...props} list="tracking">
      <TrackingTable labelledBy="tracking" rows={props.rows} />
    </DashboardSection>
  );
}
