import { sql } from "kysely";
import { expect } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { testApp } from "./app.ts";
import { type SignedIn, signedIn } from "./signed-in.ts";

/** Actions of staff without scripting, and the resulting audit log. */
export function asStaff(site: ReturnType<typeof testApp>) {
  const get = (path: string, cookie: string): Promise<Response> =>
    site.request(path, { headers: { cookie } });
  return {
    /** The session of a signed-in account with that role. */
    async cookieOf(
      role: Role,
      more: Omit<Parameters<typeof signedIn>[1], "role"> = {},
    ): Promise<SignedIn["cookie"]> {
      return (await signedIn(site.db, { role, ...more })).cookie;
    },
    get,
    /** The text of a page that returns 200. */
    async page(path: string, cookie: string): Promise<string> {
      const response = await get(path, cookie);
      expect(response.status).toBe(200);
      // React separates adjacent texts with these comments.
      return (await response.text()).replaceAll("<!-- -->", "");
    },
    post: (path: string, cookie: string, fields: Record<string, string> = {}, headers = {}) =>
      site.postForm(path, fields, { cookie, ...headers }),
    /** The recorded audit actions in order. */
    async audited(action: string) {
      const { rows } = await sql<{ actorEmail: string; subject: string; details: unknown }>`
        select actor_email, subject, details from audit_events where action = ${action} order by id`.execute(
        site.db,
      );
      return rows;
    },
  };
}
