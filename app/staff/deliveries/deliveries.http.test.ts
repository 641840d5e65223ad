import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import type { IntegrationDeliveriesTable } from "#app/data/schema/integrations.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { listQueued, storeWebhook } from "#tests/kit/integrations.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";

const site = testApp();
const { audited, cookieOf, page, post } = asStaff(site);
const path = "/admin/integrations/deliveries";
const ada = aPerson("ada");

/** Of a paused webhook, so that the worker of the program does not send it. */
async function storeDelivery(changes: Partial<Insertable<IntegrationDeliveriesTable>> = {}): Promise<string> {
  const destinationId = await storeWebhook(site.db, { name: "Marketing", state: "paused", events: [] });
  const { id } = await site.db
    .insertInto("integrationDeliveries")
    .values({ destinationId, event: "person.created", data: {}, ...changes })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const failed = {
  state: "failed",
  attempts: 18,
  responseCode: 500,
  problem: "The endpoint failed.",
  settledAt: new Date(),
} as const;

describe("the delivery log", () => {
  test("lists deliveries with their result, and can be filtered", async () => {
    await storeDelivery(failed);
    await storeDelivery({ event: "assessment.submitted" });
    const cookie = await cookieOf("examiner");
    const html = await page(path, cookie);
    for (const text of ["New person", "Assessment", "Marketing", "Failed", "500", "Waiting"]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain("Replay failed deliveries");
    const filtered = await page(`${path}?state=failed`, cookie);
    expect(filtered).toContain("1 in all.");
    expect(await page(`${path}?event=person.existing`, cookie)).toContain("Nothing matches.");
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "deliveries" } }]);
  });

  test("replays all failed deliveries", async () => {
    await storeDelivery(failed);
    await storeDelivery({ state: "delivered", settledAt: new Date() });
    const cookie = await cookieOf("staff");
    expect(await page(path, cookie)).toContain("Replay failed deliveries");
    expect((await post(path, cookie)).headers.get("location")).toBe(`${path}?done=all`);
    expect((await listQueued(site.db)).map(({ state }) => state).toSorted()).toEqual([
      "delivered",
      "waiting",
    ]);
    expect(await audited("deliveries-replayed")).toMatchObject([
      { details: { was: "failed", deliveries: 1 } },
    ]);
    expect((await post(path, cookie)).headers.get("location")).toBe(`${path}?done=none`);
  });
});

describe("a delivery", () => {
  test("is displayed with its data, without contact details, and leads to the person", async () => {
    await storeWebhook(site.db, { state: "paused", includesContact: true });
    const assessmentId = await takeAssessment(site.db, ada);
    const delivery = await site.db
      .selectFrom("integrationDeliveries")
      .select("id")
      .where("event", "=", "assessment.submitted")
      .executeTakeFirstOrThrow();
    const html = await page(`${path}/${delivery.id}`, await cookieOf("examiner"));
    expect(html).toContain(assessmentId);
    expect(html).toContain(`/admin/people/${assessmentId}`);
    expect(html).toContain("Current contact details are added when it is sent.");
    expect(html).not.toContain(ada.email);
    expect(await audited("person-viewed")).toHaveLength(1);
  });

  test("is replayed with the same id, and not while it waits", async () => {
    const id = await storeDelivery(failed);
    const cookie = await cookieOf("staff");
    expect((await post(`${path}/${id}`, cookie)).headers.get("location")).toBe(`${path}/${id}?done=replayed`);
    expect(await listQueued(site.db)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    const again = await post(`${path}/${id}`, cookie);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("already waiting");
    expect(await audited("deliveries-replayed")).toMatchObject([{ subject: `delivery:${id}` }]);
  });
});
