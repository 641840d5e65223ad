import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { existingPerson } from "#app/integrations/destinations/event-types.ts";
import { usualSettings } from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { integrationKeys, listQueued, storeWealthbox } from "#tests/kit/integrations.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { createFakeWealthbox } from "#tests/kit/wealthbox-server.ts";

const token = "token-of-the-owner";
const received: string[] = [];
const fake = createFakeWealthbox({ token });
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method = "", url: path = "", headers } = request;
    received.push(`${method} ${path}`);
    fake.listener({ method, path, headers, body }, response);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
// A server that listens on a port has an address with a port.
const { port } = server.address() as AddressInfo;

const site = testApp({ wealthboxUrl: `http://127.0.0.1:${port}` });
const { audited, cookieOf, page, post } = asStaff(site);

const path = "/admin/integrations/wealthbox";
const fields = {
  change: "save",
  revision: "0",
  accessToken: token,
  statuses: "new",
  prospectType: "Lead",
  clientType: "Client",
  source: "Website",
  tag: "Site",
  addsNotes: "on",
};
const ada = aPerson("ada");

const stored = () => site.db.selectFrom("integrationDestinations").selectAll().execute();
const send = async (form: Record<string, string>) => post(path, await cookieOf("owner"), form);
const contacts = () => site.db.selectFrom("wealthboxContacts").selectAll().execute();

describe("connecting", () => {
  test("stores the token encrypted and never displays it", async () => {
    const response = await send(fields);
    expect(response.headers.get("location")).toBe(`${path}?done=connected`);
    const [connection] = await stored();
    expect(connection).toMatchObject({
      kind: "wealthbox",
      settings: {
        statuses: ["new"],
        prospectType: "Lead",
        clientType: "Client",
        source: "Website",
        tag: "Site",
        addsNotes: true,
        addsTasks: false,
        assignsOwners: false,
      },
    });
    expect(connection?.sealedSecret).not.toContain(token);
    expect(integrationKeys.open(connection?.id ?? "", connection?.sealedSecret ?? "")?.text).toBe(token);
    const html = await page(path, await cookieOf("owner"));
    expect(html).not.toContain(token);
    expect(html).toContain('value="Lead"');
    expect(await audited("integration-added")).toMatchObject([
      { details: { statuses: "new", adds: "notes" } },
    ]);
  });

  test("happens once", async () => {
    await send(fields);
    expect((await send(fields)).status).toBe(409);
    expect(await stored()).toHaveLength(1);
  });

  test.each([
    ["no token", { accessToken: " " }, "Please enter the access token"],
    ["a token that no header can contain", { accessToken: "a\ntoken" }, "Please enter the access token"],
    ["no status", { statuses: "" }, "Please choose at least one status"],
    ["an invented status", { statuses: "rich" }, "Please choose at least one status"],
    ["a tag with a comma", { tag: "one, two" }, "without commas"],
    ["a type that is too long", { clientType: "x".repeat(61) }, "without commas"],
  ])("is refused with %s", async (_, change, error) => {
    const response = await send({ ...fields, ...change });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(error);
    expect(html).not.toContain(token);
    expect(await stored()).toEqual([]);
  });
});

describe("a connection", () => {
  test("keeps its token when settings change, but not by a form that is outdated", async () => {
    const id = await storeWealthbox(site.db, token);
    const form = { ...fields, revision: "1", accessToken: "", statuses: "client" };
    expect((await send(form)).headers.get("location")).toBe(`${path}?done=saved`);
    const [connection] = await stored();
    expect(connection).toMatchObject({ revision: 2, settings: { statuses: ["client"] } });
    expect(integrationKeys.open(id, connection?.sealedSecret ?? "")?.text).toBe(token);
    const outdated = await send({ ...form, statuses: "new" });
    expect(outdated.status).toBe(409);
    expect(await outdated.text()).toContain("A colleague changed these settings");
    expect(await stored()).toMatchObject([{ revision: 2, settings: { statuses: ["client"] } }]);
    expect(await audited("integration-changed")).toMatchObject([{ details: { tokenChanged: false } }]);
  });

  test("that was stopped because of its token is visible, and a new token ends the stop", async () => {
    const id = await storeWealthbox(site.db, "old", { state: "stopped", stopReason: "unauthorized" });
    for (const shown of [path, "/admin/integrations"]) {
      const html = await page(shown, await cookieOf("owner"));
      expect(html).toContain("The access token was rejected. Leads wait. Enter a new token.");
    }
    expect(await page("/admin/health", await cookieOf("owner"))).toContain(
      "Wealthbox is no longer accepting events.",
    );
    await site.db
      .insertInto("integrationDeliveries")
      .values({ destinationId: id, event: "person.created", data: {}, nextTryAt: new Date("2099-01-01") })
      .execute();
    await send({ ...fields, revision: "1", accessToken: "" });
    expect(await stored()).toMatchObject([{ state: "stopped", stopReason: "unauthorized" }]);
    await send({ ...fields, revision: "2" });
    expect(await stored()).toMatchObject([{ state: "active", stopReason: null }]);
    const [waiting] = await site.db.selectFrom("integrationDeliveries").select("nextTryAt").execute();
    expect(waiting?.nextTryAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test("is checked without a change", async () => {
    await storeWealthbox(site.db, token);
    received.length = 0;
    expect(await (await send({ change: "check" })).text()).toContain("Connected as Ruth Bell.");
    expect(received).toEqual(["GET /me"]);
    await sql`delete from integration_destinations`.execute(site.db);
    await storeWealthbox(site.db, "a-wrong-token");
    expect(await (await send({ change: "check" })).text()).toContain("The access token was rejected.");
  });

  test("is paused, resumed and removed, and its contacts stay", async () => {
    await storeWealthbox(site.db, token);
    await send({ change: "pause" });
    expect(await stored()).toMatchObject([{ state: "paused" }]);
    await send({ change: "resume" });
    expect(await stored()).toMatchObject([{ state: "active" }]);
    received.length = 0;
    const removed = await send({ change: "remove" });
    expect(removed.headers.get("location")).toBe("/admin/integrations?done=disconnected");
    expect(await stored()).toEqual([]);
    expect(received).toEqual([]);
    expect((await send({ change: "pause" })).status).toBe(409);
  });
});

describe("people from before", () => {
  test("are queued once, on request @long", async () => {
    await takeAssessment(site.db, ada);
    await takeAssessment(site.db, aPerson("eve"));
    await sql`update people set status = 'not-a-fit' where email = 'eve@example.org'`.execute(site.db);
    const id = await storeWealthbox(site.db, token);
    expect(await page(path, await cookieOf("owner"))).toContain("Send 1 person…");
    expect((await send({ change: "send" })).headers.get("location")).toBe(`${path}?done=queued`);
    expect((await send({ change: "send" })).headers.get("location")).toBe(`${path}?done=none`);
    await until("the delivery", async () =>
      (await listQueued(site.db)).every(
        ({ event, state }) => event === existingPerson && state === "delivered",
      ),
    );
    expect((await contacts()).map(({ contactId }) => contactId)).toEqual(
      fake.contacts.map((contact) => contact.id),
    );
    expect(await page(path, await cookieOf("owner"))).toContain(
      "Everyone these settings include is already in Wealthbox",
    );
    expect(await audited("integration-filled")).toMatchObject([
      { subject: `integration:${id}`, details: { people: 1 } },
    ]);
  });
});

test("people from before take turns, so that new forms do not wait for all of them @long", async () => {
  for (const mark of ["ada", "eve", "zoe"]) await takeAssessment(site.db, aPerson(mark));
  await storeWealthbox(site.db, token, { state: "paused" });
  await send({ change: "send" });
  expect((await send({ change: "send" })).headers.get("location")).toBe(`${path}?done=none`);
  const turns = async () =>
    (
      await site.db.selectFrom("integrationDeliveries").select("nextTryAt").orderBy("nextTryAt").execute()
    ).map(({ nextTryAt }) => nextTryAt.getTime());
  const before = await turns();
  expect(before.map((turn) => turn - (before[0] ?? 0))).toEqual([0, 6_000, 12_000]);
  await send({ change: "resume" });
  expect(await turns()).toEqual(before);
  expect(await page("/admin/health", await cookieOf("owner"))).not.toContain("waiting for more than an hour");
  // The requests for the first person must not arrive during the next test.
  await until("the first delivery", async () =>
    (await listQueued(site.db)).some(({ state }) => state === "delivered"),
  );
});

describe("a dry run", () => {
  test("shows the requests of a person, and sends and stores nothing", async () => {
    await takeAssessment(site.db, ada);
    await storeWealthbox(site.db, token, { settings: { ...usualSettings, tag: "Site" } });
    received.length = 0;
    const response = await send({ change: "preview", email: ` ${ada.email.toUpperCase()} ` });
    expect(response.status).toBe(200);
    const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("&quot;", '"');
    expect(html).toMatch(
      /GET https:\/\/api\.crmworkspace\.com\/v1\/contacts\?external_unique_id=[^]*email=ada%40example\.org[^]*POST https:\/\/api\.crmworkspace\.com\/v1\/contacts</,
    );
    expect(html).toContain('"first_name": "Avery"');
    expect(html).toContain('"Do not call"');
    expect(html).toContain("POST https://api.crmworkspace.com/v1/notes<");
    expect(html).not.toContain(token);
    expect(received).toEqual([]);
    expect([await contacts(), await listQueued(site.db)]).toEqual([[], []]);
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "wealthbox-preview" } }]);
    expect(await audited("person-viewed")).toHaveLength(1);
  });

  test("shows the next people before Wealthbox is connected", async () => {
    for (const mark of ["ada", "eve", "zoe"]) await takeAssessment(site.db, aPerson(mark));
    const html = await (await send({ change: "preview", email: "", count: "2" })).text();
    expect(html.match(/&quot;first_name/g)).toHaveLength(2);
    expect(await audited("person-viewed")).toHaveLength(2);
  });

  test("says why a person is not sent", async () => {
    await takeAssessment(site.db, ada);
    await storeWealthbox(site.db, token, { settings: { ...usualSettings, statuses: ["client"] } });
    const html = await (await send({ change: "preview", email: ada.email })).text();
    expect(html).toContain("The settings exclude the status of this person.");
    expect(await audited("person-viewed")).toHaveLength(1);
  });

  test("of an unknown address is refused", async () => {
    const response = await send({ change: "preview", email: "nobody@example.org" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("No person has this email address.");
  });
});
