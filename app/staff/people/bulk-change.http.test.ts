import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, personTime, takeAssessment } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, page } = asStaff(site);
const [ada, ben] = [aPerson("ada"), aPerson("ben")];

beforeEach(async () => {
  await takeAssessment(site.db, ada);
  await takeAssessment(site.db, ben);
});

type Fields = readonly (readonly [name: string, value: string])[];

const listRecords = () =>
  site.db
    .selectFrom("people")
    .select(["id", "name", "status", "ownerId", "nextStep", "revision"])
    .orderBy("name")
    .execute();

/** The fields of the checked boxes. */
const selectAll = async (): Promise<Fields> =>
  (await listRecords()).map(({ id, revision }) => ["person", `${id}.${revision}`] as const);

/** Posts the form as a browser does without scripting. */
async function send(cookie: string, fields: Fields, query = ""): Promise<{ status: number; html: string }> {
  const response = await site.request(`/admin/people${query}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded", origin: testSiteUrl },
    body: new URLSearchParams([["change", "people"], ...fields].map((field) => [...field])).toString(),
  });
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
}

/** The hidden fields of the confirmation. */
const hiddenFields = (html: string): Fields =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    .map(([, name = "", value = ""]) => [name, value] as const)
    .filter(([name]) => name !== "change");

describe("a change of several people", () => {
  test("asks with the exact number first, changes nothing before, and reports what was done", async () => {
    const { cookie, accountId } = await signedIn(site.db, { role: "staff" });
    const wanted: Fields = [
      ["owner", accountId],
      ["status", "booked"],
      ["nextStep", "Call"],
      ["nextStepOn", ""],
    ];
    const asked = await send(cookie, [...(await selectAll()), ...wanted]);
    expect(asked.status).toBe(200);
    expect(asked.html).toContain("Change 2 people?");
    expect(asked.html).toContain("<dt>Status</dt><dd>Booked</dd>");
    expect(await listRecords()).toMatchObject([{ status: "new" }, { status: "new" }]);

    const confirmed: Fields = [...hiddenFields(asked.html), ["confirmed", "yes"]];
    expect((await send(cookie, confirmed)).html).toContain("Changed 2 people.");
    const changed = { status: "booked", ownerId: accountId, nextStep: "Call", revision: 2 };
    expect(await listRecords()).toMatchObject([changed, changed]);
    expect(await audited("person-updated")).toHaveLength(2);

    // A reload sends the form again.
    const again = await send(cookie, confirmed);
    expect(again.html).toContain("No one was changed. Not changed, because a colleague saved the record");
    expect(await audited("person-updated")).toHaveLength(2);
  });

  test("of everyone in a filtered list names those people, also if others match later", async () => {
    const cookie = await cookieOf("owner");
    const { html } = await send(
      cookie,
      [
        ["all", "yes"],
        ["status", "contacted"],
      ],
      "?search=ada",
    );
    expect(html).toContain("Change 1 person?");
    await takeAssessment(site.db, aPerson("adam"));
    await send(cookie, [...hiddenFields(html), ["confirmed", "yes"]], "?search=ada");
    expect((await listRecords()).map(({ status }) => status)).toEqual(["contacted", "new", "new"]);
  });

  test("skips a person whom a colleague changed meanwhile, by name, and one who was erased", async () => {
    const cookie = await cookieOf("staff");
    const { html } = await send(cookie, [...(await selectAll()), ["status", "client"]]);
    await sql`update people set revision = 2 where name = ${ada.name}`.execute(site.db);
    await site.db.deleteFrom("preLoiAssessments").where("email", "=", ben.email).execute();
    const done = await send(cookie, [...hiddenFields(html), ["confirmed", "yes"]]);
    expect(done.html).toContain(
      "No one was changed. Not changed, because a colleague saved the record in the meantime: Avery ada. 1 person was not found and may have been erased.",
    );
    expect(await listRecords()).toMatchObject([{ status: "new", revision: 2 }]);
  });

  test("returns to the list with the selection and the values", async () => {
    const cookie = await cookieOf("staff");
    const { html } = await send(cookie, [
      ...(await selectAll()),
      ["status", "client"],
      ["nextStep", "A <b>call</b>"],
    ]);
    const back = await send(cookie, [...hiddenFields(html), ["back", "yes"]]);
    expect(back.status).toBe(200);
    expect(back.html.match(/type="checkbox"[^>]*name="person"[^>]*checked=""/g)).toHaveLength(2);
    expect(back.html).toContain('<option value="client" selected="">');
    expect(back.html).not.toContain("<b>call");
  });
});

test("a due date alone moves the steps of people who have one, and names the others", async () => {
  const cookie = await cookieOf("staff");
  await site.db
    .updateTable("people")
    .set({ nextStep: "Send the checklist", nextStepOn: "2026-11-23" })
    .where("name", "=", ada.name)
    .execute();
  const asked = await send(cookie, [...(await selectAll()), ["nextStepOn", "2026-12-01"]]);
  expect(asked.html).toContain("<dt>Due</dt>");
  expect(asked.html).toContain("The date changes for people who have a next step.");
  const done = await send(cookie, [...hiddenFields(asked.html), ["confirmed", "yes"]]);
  expect(done.html).toContain(
    `Changed 1 person. No due date was set for people without a next step: ${ben.name}.`,
  );
  const stored = await site.db
    .selectFrom("people")
    .select(["nextStep", "nextStepOn"])
    .orderBy("name")
    .execute();
  expect(stored).toEqual([
    { nextStep: "Send the checklist", nextStepOn: "2026-12-01" },
    { nextStep: null, nextStepOn: null },
  ]);
});

describe("nothing is changed and the entries are kept", () => {
  test.each<[string, Fields, string]>([
    ["without a selected person", [["status", "client"]], "Select at least one person."],
    [
      "without a change",
      [["person", "of the list"]],
      "Choose an owner, a status, a next step or a due date.",
    ],
    ["with an unknown owner", [["owner", "removed"]], "Please choose a colleague from the list"],
    ["with an unknown status", [["status", "gone"]], "Please choose a status from the list"],
    ["with a due date alone in the past", [["nextStepOn", "2026-01-01"]], "choose today or a later day"],
    [
      "with a due date in the past",
      [
        ["nextStep", "Call"],
        ["nextStepOn", "2026-01-01"],
      ],
      "Please choose today or a later day",
    ],
    [
      "with an invalid person",
      [
        ["status", "client"],
        ["person", "'; --.1"],
      ],
      "Select at least one person.",
    ],
  ])("%s", async (_when, fields, said) => {
    const { status, html } = await send(await cookieOf("staff"), fields);
    expect(status).toBe(422);
    expect(html).toContain("Nothing was changed.");
    expect(html).toContain(said);
    expect(await audited("person-updated")).toEqual([]);
  });

  test("if the new owner's account was removed after the question", async () => {
    const cookie = await cookieOf("staff");
    const { accountId } = await signedIn(site.db, { role: "staff" });
    const selected = await selectAll();
    const { html } = await send(cookie, [...selected, ["owner", accountId], ["nextStep", "Call"]]);
    await site.db.deleteFrom("staffUsers").where("id", "=", accountId).execute();
    const refused = await send(cookie, [...hiddenFields(html), ["confirmed", "yes"]]);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Please choose a colleague from the list");
    expect(refused.html).toContain('value="Call"');
    expect(refused.html.match(/name="person"[^>]*checked=""/g)).toHaveLength(2);
    expect(await audited("person-updated")).toEqual([]);
  });

  test.each(["?level=x", "?status=new&bogus=1"])(
    "for everyone in a list with an unknown filter: %s",
    async (query) => {
      const { status, html } = await send(
        await cookieOf("staff"),
        [
          ["all", "yes"],
          ["status", "client"],
        ],
        query,
      );
      expect(status).toBe(422);
      expect(html).toContain("The link contains a filter that this list does not have.");
    },
  );

  test("for more people than can be changed at the same time", async () => {
    await site.db
      .insertInto("linkedinLiveSignups")
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          name: "Someone",
          email: `a${n}@example.com`,
          phone: null,
          questions: null,
          topics: null,
          eventId: null,
          state: "next-date" as const,
          placeNumber: null,
        })),
      )
      .execute();
    const { status, html } = await send(await cookieOf("staff"), [
      ["all", "yes"],
      ["status", "client"],
    ]);
    expect(status).toBe(422);
    expect(html).toContain("At most 500 people can be changed at the same time, and 502 are selected.");
  });

  test("by examiners, who have no check boxes", async () => {
    const cookie = await cookieOf("examiner");
    const html = await page("/admin/people", cookie);
    expect(html).not.toContain('type="checkbox"');
    const fields: Fields = [...(await selectAll()), ["status", "client"], ["confirmed", "yes"]];
    expect((await send(cookie, fields)).status).toBe(403);
    expect(await audited("person-updated")).toEqual([]);
  });
});
