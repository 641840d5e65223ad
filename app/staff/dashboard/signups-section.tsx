import { type SignupRow, SignupsTable } from "#app/staff/leads/signups-table.tsx";
import { DashboardSection, type SectionProps } from "./dashboard-section.tsx";

/** Section 2 of the dashboard: the newest sign-ups for live events. */
export function SignupsSection(props: SectionProps<SignupRow>) {
  return (
    <DashboardSection {...props} list="signups">
      <SignupsTable labelledBy="signups" rows={props.rows} />
    </DashboardSection>
  );
}
