import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import {
  aPerson,
  enter,
  followUp,
  personTime,
  takeAssessment,
  type TestPerson,
} from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, get, page, post } = asStaff(site);
const ada = aPerson("ada");

/** The record and the revision that a page would display now. */
const findVersion = async ({ email }: TestPerson): Promise<string> => {
  const record = await findPersonRecord(site.db, email);
  return record === undefined ? "" : getRecordVersion(record);
};

/** The fields of a form in which nothing was changed. */
const unchanged = {
  outcome: "",
  note: "",
  status: "new",
  owner: "",
  company: "",
  nextStep: "",
  nextStepOn: "",
};

/** The form of a person's page that is opened now. */
const openForm = async (person: TestPerson) => ({ ...unchanged, revision: await findVersion(person) });

test("a next step that is overdue keeps its date while a note is added", async () => {
  const id = await enter(site.db, ada);
  await site.db.updateTable("people").set({ nextStep: "Call", nextStepOn: "2026-11-18" }).execute();
  const { cookie } = await signedIn(site.db, { role: "staff" });
  // The browser accepts the date, and so does the server.
  expect(await page(`/admin/people/${id}`, cookie)).toMatch(
    /name="nextStepOn"[^>]*min="2026-11-18"|min="2026-11-18"[^>]*name="nextStepOn"/,
  );
  const note = { nextStep: "Call", nextStepOn: "2026-11-18", note: "Is traveling" };
  const response = await post(`/admin/people/${id}`, cookie, { ...(await openForm(ada)), ...note });
  expect(response.status).toBe(303);
});

test("the outcome of a call appears in the activity, the record and the audit log", async () => {
  const id = await enter(site.db, ada);
  const { accountId, cookie, email } = await signedIn(site.db, { role: "staff", name: "Ruth Ames" });
  const step = { nextStep: "Send the checklist", nextStepOn: "2026-11-21", owner: accountId };
  const response = await post(`/admin/people/${id}`, cookie, {
    ...(await openForm(ada)),
    ...step,
    outcome: "reached",
    note: "Wants to sell\r\nin 2028 <b>",
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/admin/people/${id}?saved`]);
  const html = await page(`/admin/people/${id}?saved`, cookie);
  const notes = await page(`/admin/people/${id}?show=notes`, cookie);
  expect(notes).toContain("Call: Reached");
  expect(notes).toContain("Wants to sell\nin 2028 &lt;b&gt;");
  expect(html).toMatch(/Status<\/dt><dd>Contacted</);
  expect(html).toMatch(/Next step<\/dt><dd>Send the checklist, due November 21, 2026</);
  expect(html).toMatch(new RegExp(`<option value="${accountId}" selected="">Ruth Ames</option>`));
  const [entry] = await audited("person-updated");
  expect(entry).toMatchObject({ actorEmail: email, details: { outcome: "reached", status: "contacted" } });
  expect(JSON.stringify(entry)).not.toContain("2028");
});

test("an answer by email is recorded without saying that anyone called", async () => {
  const id = await enter(site.db, ada);
  const cookie = await cookieOf("staff");
  const form = { ...(await openForm(ada)), nextStep: "Follow up" };
  expect((await post(`/admin/people/${id}`, cookie, { ...form, outcome: "emailed" })).status).toBe(303);
  const unfit = { ...(await openForm(ada)), status: "contacted", outcome: "not-a-fit" };
  expect((await post(`/admin/people/${id}`, cookie, unfit)).status).toBe(303);
  const html = await page(`/admin/people/${id}?show=notes`, cookie);
  expect(html).toMatch(/>Emailed<.*Status.*Contacted/s);
  expect(html).toContain("Outcome: Not a fit");
  expect(html).not.toContain("Call: ");
});

test("the email is the first outcome for a person who must not be called", async () => {
  const id = await takeAssessment(site.db, { ...ada, phone: "(512) 555-0123" });
  const listed = async () => {
    const html = await page(`/admin/people/${id}`, await cookieOf("staff"));
    return [...html.matchAll(/name="outcome"[^>]*value="([^"]*)"/g)].map(([, outcome]) => outcome);
  };
  expect(await listed()).toEqual(["", "emailed", "reached", "left-message", "booked", "not-a-fit"]);
  await sql`update consent_receipts set by_phone = true`.execute(site.db);
  expect(await listed()).toEqual(["", "reached", "left-message", "booked", "not-a-fit", "emailed"]);
});

test("the member is proposed as the owner of a person without one, who can still be kept without", async () => {
  const id = await enter(site.db, ada);
  const { accountId, cookie } = await signedIn(site.db, { role: "staff" });
  const selected = async () =>
    /<select id="owner".*?<\/select>/s.exec(await page(`/admin/people/${id}`, cookie))?.[0];
  const hint = "No owner yet, so you are selected";
  expect(await page(`/admin/people/${id}`, cookie)).toContain(hint);
  expect(await selected()).toContain(`<option value="${accountId}" selected="">`);
  await post(`/admin/people/${id}`, cookie, { ...(await openForm(ada)), note: "For anyone", owner: "" });
  expect(await findPersonRecord(site.db, ada.email)).toMatchObject({ ownerId: null, revision: 2 });
  const { accountId: other } = await signedIn(site.db, { role: "owner" });
  await post(`/admin/people/${id}`, cookie, { ...(await openForm(ada)), owner: other });
  expect(await selected()).toContain(`<option value="${other}" selected="">`);
  expect(await page(`/admin/people/${id}`, cookie)).not.toContain(hint);
});

const refused: readonly (readonly [what: string, changes: Partial<typeof unchanged>, text: string])[] = [
  ["a due date in the past", { nextStep: "Call", nextStepOn: "2026-11-20" }, "choose today or a later day"],
  ["a date that does not exist", { nextStep: "Call", nextStepOn: "2026-02-30" }, "Please enter a date"],
  ["a date without a next step", { nextStepOn: "2026-12-01" }, "enter what is due on that day"],
  ["a call without a next step", { outcome: "reached" }, "Please enter the next step"],
  ["an email without a next step", { outcome: "emailed" }, "Please enter the next step"],
  ["an unknown outcome", { outcome: "sold" }, "choose an outcome from the list"],
  ["an unknown status", { status: "sold" }, "choose a status from the list"],
  ["an unknown owner", { owner: "\u0000" }, "choose a colleague from the list"],
  ["a long note", { note: "x".repeat(4_001) }, "shorten the note"],
  ["a control character", { company: "Acme\u0007" }, "Please remove invisible characters"],
  ["nothing", { note: "" }, "There is nothing to save"],
];

test.each(refused)("%s is refused, and what was typed is kept", async (_, changes, text) => {
  const id = await enter(site.db, ada);
  const { cookie } = await signedIn(site.db, { role: "staff" });
  const typed = { ...(await openForm(ada)), note: "Kept note", ...changes };
  const response = await post(`/admin/people/${id}`, cookie, typed);
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain(text);
  expect(html).toContain(`>${typed.note}</textarea>`);
  expect(await audited("person-updated")).toEqual([]);
});

test("of two people who edit the record, the second sees the first's change beside the own text", async () => {
  const id = await enter(site.db, ada);
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const form = await openForm(ada);
  await post(`/admin/people/${id}`, cookie, { ...form, company: "Acme Tools", nextStep: "Call on Monday" });
  const late = { ...form, company: "Acme Tool Works", note: "Their own note" };
  const response = await post(`/admin/people/${id}`, cookie, late);
  expect(response.status).toBe(409);
  const html = await response.text();
  expect(html).toContain("A colleague saved or merged this record after you opened it");
  expect(html).toContain("Current value: Acme Tools");
  expect(html).toContain("Current value: Call on Monday");
  expect(html).toContain('value="Acme Tool Works"');
  expect(html).toContain(">Their own note</textarea>");
  const [, revision = ""] = /name="revision" value="([^"]+)"/.exec(html) ?? [];
  expect((await post(`/admin/people/${id}`, cookie, { ...late, revision })).status).toBe(303);
  expect(await page(`/admin/people/${id}`, cookie)).toContain('value="Acme Tool Works"');
});

describe("a form that was opened before a merge or its undo", () => {
  const zoe = aPerson("zoe");
  const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
  const deps = { db: site.db, clock: { now: () => personTime }, ...auditDeps, actor };
  const find = async ({ email }: TestPerson) => {
    const record = await findPersonRecord(site.db, email);
    if (record === undefined) throw new Error(`${email} has no record.`);
    return record;
  };
  const mergeZoeIntoAda = async (): Promise<number> => {
    const result = await mergePeople(deps, { kept: await find(ada), removed: await find(zoe) });
    if (!result.ok) throw new Error(result.reason);
    return result.mergeId;
  };

  test("does not overwrite the merged record with the same revision", async () => {
    await enter(site.db, ada);
    const id = await enter(site.db, zoe);
    for (const person of [ada, zoe, zoe]) await followUp(site.db, person);
    const form = await openForm(zoe);
    await mergeZoeIntoAda();
    expect((await find(zoe)).revision).toBe(Number(form.revision.split(".")[1]));
    const cookie = await cookieOf("staff");
    const typed = { ...form, status: "not-a-fit", company: "Removed Inc", note: "Typed" };
    const response = await post(`/admin/people/${id}`, cookie, typed);
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("A colleague saved or merged this record after you opened it");
    expect(html).toContain("Current value: ada Tools");
    expect(html).toContain(">Typed</textarea>");
    expect(await find(ada)).toMatchObject({ status: "contacted", company: "ada Tools" });
  });

  test("does not overwrite the restored record", async () => {
    await enter(site.db, ada);
    const id = await enter(site.db, zoe);
    for (const person of [ada, zoe, zoe]) await followUp(site.db, person);
    const merge = await mergeZoeIntoAda();
    const form = await openForm(zoe);
    await undoMerge(deps, merge);
    const typed = { ...form, company: "ada Tools", note: "Typed" };
    expect((await post(`/admin/people/${id}`, await cookieOf("staff"), typed)).status).toBe(409);
    expect(await find(zoe)).toMatchObject({ company: "zoe Tools" });
  });
});

test("a person who was erased meanwhile is reported", async () => {
  const id = await enter(site.db, ada);
  const form = await openForm(ada);
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const deps = { db: site.db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined) };
  const actor = { kind: "shell" } as const;
  await erasePerson({ ...deps, ...auditDeps, actor }, ada.email, { keepsEmails: false });
  expect((await post(`/admin/people/${id}`, cookie, { ...form, note: "Too late" })).status).toBe(404);
});

test("an examiner reads the notes and cannot add any", async () => {
  const id = await enter(site.db, ada);
  const { cookie } = await signedIn(site.db, { role: "staff" });
  await post(`/admin/people/${id}`, cookie, { ...(await openForm(ada)), note: "A note" });
  const { cookie: examiner } = await signedIn(site.db, { role: "examiner" });
  const html = await page(`/admin/people/${id}?show=notes`, examiner);
  expect(html).toContain("A note");
  expect(html).not.toContain("follow-up-form");
  const form = await openForm(ada);
  expect((await post(`/admin/people/${id}`, examiner, { ...form, note: "No" })).status).toBe(403);
  expect((await get(`/admin/people/${id}`, examiner)).status).toBe(200);
});
