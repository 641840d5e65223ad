import { sql } from "kysely";
import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { getConsentVersion } from "#app/people/profile/consent-version.server.ts";
import { findLead } from "#app/people/profile/find-people.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";

const site = testApp({ now: personTime });
const ada = aPerson("ada");
const { cookieOf, post } = asStaff(site);

test.each(["give", "withdraw"])(
  "a form to %s consent that waits for an erasure does not store the erased address again",
  async (change) => {
    await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    const id = await findLead(site.db, ada.email);
    const displayed = await getConsentVersion(site.db, ada.email);
    const deps = { clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };
    let waiting: Promise<Response> | undefined;
    await site.db.transaction().execute(async (trx) => {
      await erasePerson({ db: trx, ...deps }, ada.email, { keepsEmails: false });
      waiting = post(`/admin/people/${id}`, cookie, { change, channel: "email", displayed });
      await until("the form to wait for the erasure", async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`.execute(
          trx,
        );
        return rows[0]?.count === 1;
      });
    });
    expect((await waiting)?.status).toBe(404);
    const { rows } = await sql`
      select email from consent_receipts where email = ${ada.email}
      union all select email from consent_withdrawals where email = ${ada.email}
      union all select email from letter_suppressions where email = ${ada.email}`.execute(site.db);
    expect(rows).toEqual([]);
  },
);
