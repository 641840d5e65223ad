import type { PreLoiAssessmentsTable } from "./schema/assessments.ts";
import type { EventsTable } from "./schema/events.ts";
import type { LetterSuppressionsTable } from "./schema/letter-suppressions.ts";
import type { LettersTable } from "./schema/letters.ts";
import type { LinkedinLiveSignupsTable } from "./schema/linkedin-live-signups.ts";
import type { SchemaMigrationsTable } from "./schema/schema-migrations.ts";
import type {
  StaffAccountsTable,
  StaffPasskeysTable,
  StaffSessionsTable,
  StaffUsersTable,
  StaffVerificationsTable,
} from "./schema/staff.ts";

/** All tables. Names and columns are camelCase in code and snake_case in the database; `connect.server.ts` maps them. */
export type Database = {
  events: EventsTable;
  letterSuppressions: LetterSuppressionsTable;
  letters: LettersTable;
  linkedinLiveSignups: LinkedinLiveSignupsTable;
  preLoiAssessments: PreLoiAssessmentsTable;
  schemaMigrations: SchemaMigrationsTable;
  staffAccounts: StaffAccountsTable;
  staffPasskeys: StaffPasskeysTable;
  staffSessions: StaffSessionsTable;
  staffUsers: StaffUsersTable;
  staffVerifications: StaffVerificationsTable;
};
