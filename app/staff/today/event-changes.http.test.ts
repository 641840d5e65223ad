import { expect, test } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();
const { audited, cookieOf, page, post } = asStaff(site);
const path = "/admin/today";
const listed = /Owners in transition, [A-Z][a-z]{2} \d+: published, changed or canceled without approval/;

/** Records that a colleague added or changed an event. @returns the id of the entry */
async function change(event: string, action: "event-added" | "event-changed", actorId = "sam") {
  const actor = { kind: "staff", id: actorId, email: `${actorId}@example.com` } as const;
  return recordAudit(site.db, { action, actor, subject: `event:${event}` });
}

async function storeEvent(): Promise<string> {
  const event = anEvent({ title: "Owners in transition" });
  const { id } = await site.db.insertInto("events").values(event).returning("id").executeTakeFirstOrThrow();
  return id;
}

test("owners see live events that others changed until one of them acknowledges what was listed", async () => {
  const event = await storeEvent();
  const owner = await cookieOf("owner", { email: "ruth@example.com" });
  expect(await page(path, owner)).not.toContain("without approval");
  await change(event, "event-added");
  const seen = await change(event, "event-changed");
  const html = await page(path, owner);
  expect(wordsOf(html)).toMatch(listed);
  expect(wordsOf(html).match(/without approval/g)).toHaveLength(1);
  expect(html).toContain(`href="/admin/record?page=%2Flinkedin-live-signup%2Fevent%2F${event}`);
  expect(html).toContain(`name="seen" value="${seen}"`);

  // A change that the page did not list stays open.
  await change(event, "event-changed");
  expect((await post(path, owner, { seen: String(seen) })).headers.get("location")).toBe(path);
  expect(wordsOf(await page(path, owner))).toMatch(listed);
  expect(await audited("event-changes-acknowledged")).toMatchObject([
    { actorEmail: "ruth@example.com", details: { seen } },
  ]);
  const html2 = await page(path, owner);
  const latest = /name="seen" value="(\d+)"/.exec(html2)?.[1] ?? "";
  await post(path, owner, { seen: latest });
  expect(await page(path, await cookieOf("owner"))).not.toContain("without approval");
});

test("all changed events are on the page that acknowledges them", async () => {
  for (let count = 0; count < 7; count += 1) await change(await storeEvent(), "event-added");
  const words = wordsOf(await page(path, await cookieOf("owner")));
  expect(words.match(/without approval/g)).toHaveLength(7);
  expect(words).toContain("2 more events");
});

test("staff neither see nor acknowledge changes of live events, and owners do not see their own", async () => {
  const event = await storeEvent();
  const seen = await change(event, "event-added");
  const staff = await cookieOf("staff");
  expect(await page(path, staff)).not.toContain("without approval");
  expect((await post(path, staff, { seen: String(seen) })).status).toBe(403);
  const { cookie: owner, accountId } = await signedIn(site.db, { role: "owner" });
  await post(path, owner, { seen: String(seen) });
  await change(event, "event-changed", accountId);
  expect(await page(path, owner)).not.toContain("without approval");
  expect(await page(path, await cookieOf("owner"))).toContain("without approval");
});

test("an owner’s acknowledgment does not cover this owner’s changes or later ones", async () => {
  const event = await storeEvent();
  const { cookie: ruth, accountId } = await signedIn(site.db, { role: "owner" });
  const others = await cookieOf("owner");
  const own = await change(event, "event-changed", accountId);
  const seen = await change(event, "event-changed");
  await post(path, ruth, { seen: String(seen) });
  expect(await page(path, ruth)).not.toContain("without approval");
  expect(await page(path, others)).toContain("without approval");
  expect(own).toBeLessThan(seen);

  // A number beyond the latest entry does not acknowledge later ones.
  await post(path, others, { seen: "999999999" });
  expect(await page(path, others)).not.toContain("without approval");
  await change(event, "event-changed");
  expect(await page(path, others)).toContain("without approval");
});
