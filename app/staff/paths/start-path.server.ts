import { findStartPage } from "#app/identity/preferences/staff-preferences.server.ts";
import { pages } from "#app/pages/registry.ts";

/**
 * The page after signing in: the requested one or, if that is the dashboard, where everyone without a request is sent, the page that the
 * account has chosen to start with.
 * @param requested a path of the staff area
 */
export async function startPath(
  db: Parameters<typeof findStartPage>[0],
  accountId: string,
  requested: string,
): Promise<string> {
  if (requested !== pages.admin.path) return requested;
  return (await findStartPage(db, accountId)) === "today" ? pages.today.path : requested;
}
