import type { PreLoiAssessmentsTable } from "./schema/assessments.ts";
import type { LettersTable } from "./schema/letters.ts";
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
  letters: LettersTable;
  preLoiAssessments: PreLoiAssessmentsTable;
  schemaMigrations: SchemaMigrationsTable;
  staffAccounts: StaffAccountsTable;
  staffPasskeys: StaffPasskeysTable;
  staffSessions: StaffSessionsTable;
  staffUsers: StaffUsersTable;
  staffVerifications: StaffVerificationsTable;
};
