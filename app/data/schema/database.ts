import type { AuditEventsTable } from "./audit-events.ts";
import type { PreLoiAssessmentsTable } from "./assessments.ts";
import type { ClockChecksTable } from "./clock-checks.ts";
import type { ConsentReceiptsTable } from "./consent-receipts.ts";
import type { ConsentWithdrawalsTable } from "./consent-withdrawals.ts";
import type { ErasedDataRewritesTable } from "./erased-data-rewrites.ts";
import type { EventsTable } from "./events.ts";
import type { LetterSuppressionsTable } from "./letter-suppressions.ts";
import type { LettersTable } from "./letters.ts";
import type { LinkedinLiveSignupsTable } from "./linkedin-live-signups.ts";
import type { QuarantinedSubmissionsTable } from "./quarantined-submissions.ts";
import type { RateLimitsTable } from "./rate-limits.ts";
import type { ReadinessProbesTable } from "./readiness-probes.ts";
import type { RefusedClockPeriodsTable } from "./refused-clock-periods.ts";
import type { SchemaMigrationsTable } from "./schema-migrations.ts";
import type { SpentTokensTable } from "./spent-tokens.ts";
import type {
  StaffAccountsTable,
  StaffAuthenticatorsTable,
  StaffLinksTable,
  StaffPasskeysTable,
  StaffRecoveryCodesTable,
  StaffSecondFactorRulesTable,
  StaffSessionsTable,
  StaffUsersTable,
  StaffVerificationsTable,
} from "./staff.ts";
import type { TrackingEventsTable } from "./tracking-events.ts";
import type { VisitTotalsTable } from "./visit-totals.ts";
import type { VisitorsTable } from "./visitors.ts";

/** All tables. Names and columns are camelCase in code and snake_case in the database; `connect.server.ts` maps them. */
export type Database = {
  auditEvents: AuditEventsTable;
  clockChecks: ClockChecksTable;
  consentReceipts: ConsentReceiptsTable;
  consentWithdrawals: ConsentWithdrawalsTable;
  erasedDataRewrites: ErasedDataRewritesTable;
  events: EventsTable;
  letterSuppressions: LetterSuppressionsTable;
  letters: LettersTable;
  linkedinLiveSignups: LinkedinLiveSignupsTable;
  preLoiAssessments: PreLoiAssessmentsTable;
  quarantinedSubmissions: QuarantinedSubmissionsTable;
  rateLimits: RateLimitsTable;
  readinessProbes: ReadinessProbesTable;
  refusedClockPeriods: RefusedClockPeriodsTable;
  schemaMigrations: SchemaMigrationsTable;
  spentTokens: SpentTokensTable;
  staffAccounts: StaffAccountsTable;
  staffAuthenticators: StaffAuthenticatorsTable;
  staffLinks: StaffLinksTable;
  staffPasskeys: StaffPasskeysTable;
  staffRecoveryCodes: StaffRecoveryCodesTable;
  staffSecondFactorRules: StaffSecondFactorRulesTable;
  staffSessions: StaffSessionsTable;
  staffUsers: StaffUsersTable;
  staffVerifications: StaffVerificationsTable;
  trackingEvents: TrackingEventsTable;
  visitTotals: VisitTotalsTable;
  visitors: VisitorsTable;
};
