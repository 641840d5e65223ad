import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "#app/data/schema/database.ts";
import { createProviderBrowser } from "./sign-on-provider.ts";
import { createSiteBrowser } from "./site-browser.ts";

type SiteBrowser = ReturnType<typeof createSiteBrowser>;
type Start = { intent?: string; to?: string };

/** Begins single sign-on and signs in at the provider. @returns the path with which the provider returns to the site */
export async function reachCallback(
  browser: SiteBrowser,
  { intent = "sign-in", to = "/admin" }: Start = {},
): Promise<string> {
  const begun = await browser.post(`/auth/single-sign-on?to=${encodeURIComponent(to)}`, { intent });
  return createProviderBrowser()(readContinueUrl(await begun.text()).href);
}

/** Signs in at the provider and returns to the site. */
export async function signOn(browser: SiteBrowser, start: Start = {}): Promise<Response> {
  return browser.get(await reachCallback(browser, start));
}

/** The refusal that a redirect names. */
export function readNotice(response: Response): string | undefined {
  return /because=sign-on-([\w-]+)/.exec(response.headers.get("location") ?? "")?.[1];
}

/** The URL of the provider in the page that continues there. */
export function readContinueUrl(html: string): URL {
  return new URL(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
}

/** An account that was created by single sign-on and approved, and a browser with its session. */
export async function addConnectedAccount(
  site: Parameters<typeof createSiteBrowser>[0],
  role: "owner" | "staff" | "examiner",
) {
  const browser = createSiteBrowser(site);
  await signOn(browser);
  const { id } = await site.db
    .updateTable("staffUsers")
    .set({ role })
    .where("email", "=", "ruth@example.com")
    .returning("id")
    .executeTakeFirstOrThrow();
  return { browser, id };
}

/** Adds an authenticator app whose codes are not known. */
export async function addAuthenticator(db: Kysely<Database>, userId: string): Promise<void> {
  const row = { userId, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
  await db.insertInto("staffAuthenticators").values(row).execute();
}

const auditDetails = z.object({ with: z.string().optional(), by: z.string().optional() });

/** The actions in the audit log, with the method or the origin. */
export async function listAudit(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("auditEvents").select(["action", "details"]).orderBy("id").execute();
  return rows.map(({ action, details }) => {
    const { with: method, by } = auditDetails.parse(details);
    return `${action} ${method ?? by ?? ""}`;
  });
}
