import { listEmailKinds } from "#app/email/definition/email-kinds.ts";
import { canManageTeam } from "./permissions.ts";
import type { Staff } from "./staff.ts";

/**
 * Kinds of email that a reader may not see on any screen or in any export. Account emails are visible only to people who manage the team
 * and on the command line.
 */
export function hiddenKindsFor(reader: Staff | "command line"): readonly string[] {
  return reader === "command line" || canManageTeam(reader) ? [] : listEmailKinds("account");
}
