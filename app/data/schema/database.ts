import type {
  ArchiveCapturesTable,
  ArchiveChecksTable,
  ArchiveContentsTable,
  ArchiveEntriesTable,
  ChainVerificationsTable,
} from "./archive.ts";
import type { AuditEventChangesTable, AuditLinksTable, AuditSealsTable } from "./audit-chain.ts";
import type { AuditEventsTable } from "./audit-events.ts";
import type { PreLoiAssessmentsTable } from "./assessments.ts";
import type { BackupsTable } from "./backups.ts";
import type { BounceMailboxesTable, UndeliverableAddressesTable } from "./bounces.ts";
import type { BookingsTable } from "./bookings.ts";
import type {
  LegalHoldReleasesTable,
  LegalHoldsTable,
  PromoterRecordsTable,
  RegulatoryFilingsTable,
} from "./regulatory-records.ts";
import type { IncidentNotesTable, IncidentsTable } from "./incidents.ts";
import type {
  ClaimDecisionsTable,
  ClaimEvidenceFilesTable,
  ClaimPagesTable,
  ClaimScansTable,
  ClaimsTable,
} from "./claims.ts";
import type {
  ContentBodiesTable,
  ContentChangesTable,
  ContentFilesTable,
  ContentPictureFilesTable,
  ContentPicturesTable,
  ContentReleaseDocumentsTable,
  ContentReleasesTable,
} from "./content.ts";
import type { ConsentReceiptsTable } from "./consent-receipts.ts";
import type { ConsentWithdrawalsTable } from "./consent-withdrawals.ts";
import type { ErasedDataRewritesTable } from "./erased-data-rewrites.ts";
import type { EventMessageRecipientsTable, EventMessagesTable } from "./event-messages.ts";
import type { EventsTable } from "./events.ts";
import type {
  IntegrationDeliveriesTable,
  IntegrationDestinationsTable,
  WealthboxContactsTable,
} from "./integrations.ts";
import type { LetterSuppressionsTable } from "./letter-suppressions.ts";
import type { LettersTable } from "./letters.ts";
import type { LinkedinLiveSignupsTable } from "./linkedin-live-signups.ts";
import type {
  PeopleTable,
  PersonAddressesTable,
  MergedPeopleTable,
  PersonMergesTable,
  PersonNotesTable,
  SourceNamesTable,
  SourceSpendTable,
} from "./people.ts";
import type { QuarantinedSubmissionsTable, SpentTokensTable } from "./quarantined-submissions.ts";
import type {
  StaffAccountsTable,
  StaffAuthenticatorSetupsTable,
  StaffAuthenticatorsTable,
  StaffLinksTable,
  StaffPasskeysTable,
  StaffPreferencesTable,
  StaffRecoveryCodesTable,
  StaffSecondFactorRulesTable,
  StaffSessionsTable,
  StaffUsersTable,
  StaffVerificationsTable,
} from "./staff.ts";
import type {
  ClockChecksTable,
  AlertConditionsTable,
  JobRunsTable,
  BuiltAssetsTable,
  RateLimitsTable,
  ReadinessProbesTable,
  RefusedClockPeriodsTable,
  SchemaMigrationsTable,
} from "./system-tables.ts";
import type { TrackingEventsTable } from "./tracking-events.ts";
import type { VisitCountsTable, VisitorsTable, VisitTotalsTable } from "./visitors.ts";

/** All tables. Names and columns are camelCase in code and snake_case in the database; `connect.server.ts` maps them. */
export type Database = {
  alertConditions: AlertConditionsTable;
  jobRuns: JobRunsTable;
  builtAssets: BuiltAssetsTable;
  archiveCaptures: ArchiveCapturesTable;
  archiveChecks: ArchiveChecksTable;
  archiveContents: ArchiveContentsTable;
  archiveEntries: ArchiveEntriesTable;
  auditEventChanges: AuditEventChangesTable;
  auditEvents: AuditEventsTable;
  auditLinks: AuditLinksTable;
  auditSeals: AuditSealsTable;
  backups: BackupsTable;
  bookings: BookingsTable;
  bounceMailboxes: BounceMailboxesTable;
  chainVerifications: ChainVerificationsTable;
  claimDecisions: ClaimDecisionsTable;
  claimEvidenceFiles: ClaimEvidenceFilesTable;
  claimPages: ClaimPagesTable;
  claimScans: ClaimScansTable;
  regulatoryFilings: RegulatoryFilingsTable;
  legalHolds: LegalHoldsTable;
  legalHoldReleases: LegalHoldReleasesTable;
  promoterRecords: PromoterRecordsTable;
  incidents: IncidentsTable;
  incidentNotes: IncidentNotesTable;
  claims: ClaimsTable;
  clockChecks: ClockChecksTable;
  consentReceipts: ConsentReceiptsTable;
  consentWithdrawals: ConsentWithdrawalsTable;
  contentBodies: ContentBodiesTable;
  contentChanges: ContentChangesTable;
  contentFiles: ContentFilesTable;
  contentPictureFiles: ContentPictureFilesTable;
  contentPictures: ContentPicturesTable;
  contentReleaseDocuments: ContentReleaseDocumentsTable;
  contentReleases: ContentReleasesTable;
  erasedDataRewrites: ErasedDataRewritesTable;
  eventMessageRecipients: EventMessageRecipientsTable;
  eventMessages: EventMessagesTable;
  events: EventsTable;
  integrationDeliveries: IntegrationDeliveriesTable;
  integrationDestinations: IntegrationDestinationsTable;
  letterSuppressions: LetterSuppressionsTable;
  letters: LettersTable;
  linkedinLiveSignups: LinkedinLiveSignupsTable;
  mergedPeople: MergedPeopleTable;
  people: PeopleTable;
  personAddresses: PersonAddressesTable;
  personMerges: PersonMergesTable;
  personNotes: PersonNotesTable;
  preLoiAssessments: PreLoiAssessmentsTable;
  quarantinedSubmissions: QuarantinedSubmissionsTable;
  rateLimits: RateLimitsTable;
  readinessProbes: ReadinessProbesTable;
  refusedClockPeriods: RefusedClockPeriodsTable;
  schemaMigrations: SchemaMigrationsTable;
  sourceNames: SourceNamesTable;
  sourceSpend: SourceSpendTable;
  spentTokens: SpentTokensTable;
  staffAccounts: StaffAccountsTable;
  staffAuthenticatorSetups: StaffAuthenticatorSetupsTable;
  staffAuthenticators: StaffAuthenticatorsTable;
  staffLinks: StaffLinksTable;
  staffPasskeys: StaffPasskeysTable;
  staffPreferences: StaffPreferencesTable;
  staffRecoveryCodes: StaffRecoveryCodesTable;
  staffSecondFactorRules: StaffSecondFactorRulesTable;
  staffSessions: StaffSessionsTable;
  staffUsers: StaffUsersTable;
  staffVerifications: StaffVerificationsTable;
  trackingEvents: TrackingEventsTable;
  undeliverableAddresses: UndeliverableAddressesTable;
  visitCounts: VisitCountsTable;
  visitTotals: VisitTotalsTable;
  visitors: VisitorsTable;
  wealthboxContacts: WealthboxContactsTable;
};
