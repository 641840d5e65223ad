import { describe, expect, test } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";

const site = testApp({ now: new Date("2026-12-18T12:00:00Z"), sendsEmail: true });
const { audited, cookieOf, get, page, post } = asStaff(site);

async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const event = site.db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

async function addPerson(
  eventId: string,
  name: string,
  placeNumber: number,
  attended: boolean | null = null,
) {
  const email = `${name.toLowerCase()}@example.com`;
  const row = aSignup({ name, email, eventId, placeNumber, state: "seat", attended });
  const added = site.db.insertInto("linkedinLiveSignups").values(row).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

async function addPastEvent() {
  const id = await addEvent({ seatsTaken: 3, lastPlaceNumber: 3 });
  await addPerson(id, "Ada", 1, true);
  await addPerson(id, "Ben", 2, false);
  await addPerson(id, "Cleo", 3);
  return { id, path: `/admin/events/${id}/message` };
}

const replay = { template: "replay", to: "attended", replayUrl: "https://live.example.com/r", paragraph: "" };

/** Stores a message through the form. @returns the path of its preview */
async function writeMessage(path: string, cookie: string, fields: Record<string, string>): Promise<string> {
  const response = await post(path, cookie, fields);
  expect(response.status).toBe(303);
  const to = response.headers.get("location") ?? "";
  expect(to.startsWith(`${path}/`)).toBe(true);
  return to;
}

async function versionOn(preview: string, cookie: string): Promise<string> {
  const html = await page(preview, cookie);
  return /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

const countEmails = async () => (await site.db.selectFrom("letters").select("id").execute()).length;

describe("the choice of a message", () => {
  test("offers what fits the phase of the event, without scripting", async () => {
    const { id, path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    expect(await page(`/admin/events/${id}`, cookie)).toContain(`href="${path}"`);
    const html = await page(path, cookie);
    expect(html).toContain(`href="${path}?template=replay"`);
    expect(html).not.toContain("template=notice");
    expect(html).toMatch(/Practical notice.*Until the event ends.*Invitation.*Needs another upcoming event/s);
    await addEvent({ startsAt: new Date("2027-01-21T18:00:00Z") });
    expect(await page(path, cookie)).toContain(`href="${path}?template=invitation"`);
  });

  test("shows the number of people in each group, and who has no recorded attendance", async () => {
    const { path } = await addPastEvent();
    const html = await page(`${path}?template=replay`, await cookieOf("staff"));
    expect(html).toMatch(/Seat holders<\/span><span[^>]*>3<.*Attended<\/span><span[^>]*>1</s);
    expect(html).toContain("Attendance is not recorded for 1 person,");
    expect(html).toMatch(/id="replayUrl"[^>]* required/);
    expect(html).toContain("Message (optional)");
  });

  test("explains what is missing or invalid, and keeps the input", async () => {
    const { path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const address = `${path}?template=replay`;
    for (const [replayUrl, error] of [
      ["", "Please enter the link"],
      ["http://live.example.com/r", "starts with https://"],
      ["javascript:alert(1)", "starts with https://"],
      ["https://bank.example@evil.example/", "starts with https://"],
    ] as const) {
      const response = await post(address, cookie, { ...replay, replayUrl, paragraph: "Kept text" });
      expect(response.status).toBe(422);
      expect(await response.text()).toMatch(new RegExp(`${error}.*Kept text`, "s"));
    }
    const { to: _, ...withoutGroup } = replay;
    const response = await post(address, cookie, withoutGroup);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Please choose who gets the message");
    const long = await post(address, cookie, { ...replay, paragraph: "x".repeat(1_001) });
    expect(await long.text()).toContain("Please use at most 1,000 characters");
    expect(await site.db.selectFrom("eventMessages").select("id").execute()).toEqual([]);
  });

  test("refuses a group that the template is not for", async () => {
    const { path } = await addPastEvent();
    const response = await post(path, await cookieOf("staff"), { ...replay, to: "no-shows" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("can’t get this message now");
  });
});

describe("the preview", () => {
  test("shows the number of recipients and a real email without private links, and records the view", async () => {
    const { path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, { ...replay, paragraph: "<b>Bold</b>" });
    const html = await page(preview, cookie);
    expect(html).toContain("Send to 1 person?");
    expect(html).toContain("Preview for Ada, ada@example.com");
    expect(html).toContain("Replay: “Before the letter of intent”");
    expect(html).toContain("&lt;b&gt;Bold&lt;/b&gt;");
    expect(html).toContain("/linkedin-live-signup/place/…");
    const [, eventId = "", messageId = ""] = /events\/([^/]+)\/message\/([^/]+)/.exec(preview) ?? [];
    const address = `/api/events/${eventId}/messages/${messageId}/document`;
    expect(html).toContain(`<iframe src="${address}"`);
    const shown = await get(address, cookie);
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
    const document = await shown.text();
    expect(document).toContain("&lt;b&gt;Bold&lt;/b&gt;");
    expect(document).toContain('href="https://live.example.com/r"');
    expect(document).toContain("/linkedin-live-signup/place/…");
    expect(await audited("person-viewed")).toHaveLength(1);
    expect(await countEmails()).toBe(0);
  });

  test("names those left out by reason", async () => {
    const { path } = await addPastEvent();
    await addEvent({ startsAt: new Date("2027-01-21T18:00:00Z") });
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, {
      template: "invitation",
      to: "holders",
      paragraph: "",
    });
    const html = await page(preview, cookie);
    expect(html).toContain("No consent to invitations: 3");
    expect(html).toContain("No one in this group would get the message.");
    expect(html).not.toContain("Send to 0");
  });

  test("leads back to the form with its input", async () => {
    const { path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, { ...replay, repeats: "yes", paragraph: "Typed" });
    const id = preview.split("/").at(-1) ?? "";
    expect(await page(preview, cookie)).toContain(`href="${path}?draft=${id}"`);
    const html = await page(`${path}?draft=${id}`, cookie);
    expect(html).toMatch(/value="attended"[^>]*checked|checked[^>]*value="attended"/);
    expect(html).toContain('value="https://live.example.com/r"');
    expect(html).toContain("Typed");
  });

  test("is not shown to examiners or in another event, and needs recent authentication", async () => {
    const { path } = await addPastEvent();
    const preview = await writeMessage(path, await cookieOf("staff"), replay);
    expect((await get(preview, await cookieOf("examiner"))).status).toBe(404);
    const other = await addEvent();
    const elsewhere = preview.replace(/events\/[^/]+/, `events/${other}`);
    expect((await get(elsewhere, await cookieOf("staff"))).status).toBe(404);
    const stale = await cookieOf("staff", { provedMinutesAgo: 60 });
    expect((await get(preview, stale)).headers.get("location")).toContain("/auth/prove");
    expect((await post(preview, stale, { version: "x" })).headers.get("location")).toContain("/auth/prove");
    expect(await countEmails()).toBe(0);
  });
});

describe("sending", () => {
  test("queues the emails once, even if the form is sent again, and lists the message with its counts", async () => {
    const { id, path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, { ...replay, to: "holders" });
    const version = await versionOn(preview, cookie);
    const responses = await Promise.all([1, 2, 3].map(() => post(preview, cookie, { version })));
    expect(new Set(responses.map(({ headers }) => headers.get("location")))).toEqual(
      new Set([`/admin/events/${id}?done=messaged&told=3`]),
    );
    expect(await countEmails()).toBe(3);
    expect(await audited("event-message-sent")).toHaveLength(1);
    const html = await page(`/admin/events/${id}?done=messaged&told=3`, cookie);
    expect(html).toContain("The message will be sent to 3 people.");
    expect(html).toMatch(
      /Replay.*data-column="Recipients">3<.*data-column="Queued">\d<.*data-column="Failed"/s,
    );
    const report = await page(preview, await cookieOf("examiner"));
    expect(report).toMatch(/Date.*by .*@example\.com/s);
    expect(report).toContain('href="/admin/letters?kind=event-replay"');
    expect(report).not.toContain('name="version"');
    expect(await page("/admin/audit", await cookieOf("owner"))).toContain(
      "sent a message to people signed up for a live event",
    );
  });

  test("sends nothing if the list has changed, and shows the new preview", async () => {
    const { id, path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, { ...replay, to: "holders" });
    const version = await versionOn(preview, cookie);
    await addPerson(id, "Dora", 4);
    const response = await post(preview, cookie, { version });
    expect(response.status).toBe(409);
    const html = (await response.text()).replaceAll("<!-- -->", "");
    expect(html).toContain("so nothing was sent");
    expect(html).toContain("Send to 4 people?");
    expect(await countEmails()).toBe(0);
    const next = /name="version" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect((await post(preview, cookie, { version: next })).status).toBe(303);
    expect(await countEmails()).toBe(4);
  });

  test("is refused after the event was canceled, and leads back to the form", async () => {
    const { id, path } = await addPastEvent();
    const cookie = await cookieOf("staff");
    const preview = await writeMessage(path, cookie, replay);
    const version = await versionOn(preview, cookie);
    await site.db.updateTable("events").set({ state: "cancelled" }).where("id", "=", id).execute();
    const response = await post(preview, cookie, { version });
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(/can’t get this message now.*href="[^"]*\?draft=/s);
  });
});
