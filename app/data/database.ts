import type { AuditEventsTable } from "./schema/audit-events.ts";
import type { PreLoiAssessmentsTable } from "./schema/assessments.ts";
import type { ClockChecksTable } from "./schema/clock-checks.ts";
import type { ConsentReceiptsTable } from "./schema/consent-receipts.ts";
import type { ConsentWithdrawalsTable } from "./schema/consent-withdrawals.ts";
import type { ErasedDataRewritesTable } from "./schema/erased-data-rewrites.ts";
import type { EventsTable } from "./schema/events.ts";
import type { LetterSuppressionsTable } from "./schema/letter-suppressions.ts";
import type { LettersTable } from "./schema/letters.ts";
import type { LinkedinLiveSignupsTable } from "./schema/linkedin-live-signups.ts";
import type { QuarantinedSubmissionsTable } from "./schema/quarantined-submissions.ts";
import type { RateLimitsTable } from "./schema/rate-limits.ts";
import type { ReadinessProbesTable } from "./schema/readiness-probes.ts";
import type { SchemaMigrationsTable } from "./schema/schema-migrations.ts";
import type { SpentTokensTable } from "./schema/spent-tokens.ts";
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
} from "./schema/staff.ts";
import type { TrackingEventsTable } from "./schema/tracking-events.ts";
import type { VisitTotalsTable } from "./schema/visit-totals.ts";
import type { VisitorsTable } from "./schema/visitors.ts";

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
