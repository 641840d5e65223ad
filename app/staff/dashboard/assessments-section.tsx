import { type AssessmentRow, AssessmentsTable } from "#app/staff/leads/assessments-table.tsx";
import { DashboardSection, type SectionProps } from "./dashboard-section.tsx";

/** Section 1 of the dashboard: the newest assessments. */
export function AssessmentsSection(props: SectionProps<AssessmentRow>) {
  return (
    <DashboardSection {...props} list="assessments">
      <AssessmentsTable labelledBy="assessments" rows={props.rows} />
    </DashboardSection>
  );
}
