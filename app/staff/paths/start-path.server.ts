import { findStartPage } from "#app/identity/preferences/staff-preferences.server.ts";
import { pages } from "#app/pages/registry.ts";

/**
 * The page after signing in: the requested one or, if that is the dashboard, where everyone without a request is sent, the page that the
 * account begins with.
 * @param requested a path of the staff area
 */
export async function startPath(
  db: Parameters<typeof findStartPage>[0],
  accountId: string,
  requested: string,
): Promise<string> {
  if (requested !== pages.admin.path) return requested;
  return startPaths[await findStartPage(db, accountId)];
}

const startPaths = {
  dashboard: pages.admin.path,
  today: pages.today.path,
  record: pages.record.path,
} as const satisfies Record<Awaited<ReturnType<typeof findStartPage>>, string>;
