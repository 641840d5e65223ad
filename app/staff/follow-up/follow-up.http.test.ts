import { expect, test } from "vitest";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });
const { audited, get, page, post } = asStaff(site);
const ada = aPerson("ada");

/** The fields of a form in which nothing was changed. */
const form = {
  revision: "1",
  outcome: "",
  note: "",
  status: "new",
  owner: "",
  company: "",
  nextStep: "",
  nextStepOn: "",
};

test("the outcome of a call appears in the activity, the record and the audit log", async () => {
  const id = await enter(site.db, ada);
  const { accountId, cookie, email } = await signedIn(site.db, { role: "staff", name: "Ruth Ames" });
  const step = { nextStep: "Send the checklist", nextStepOn: "2026-11-21", owner: accountId };
  const response = await post(`/admin/people/${id}`, cookie, {
    ...form,
    ...step,
    outcome: "reached",
    note: "Wants to sell\r\nin 2028 <b>",
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, `/admin/people/${id}?saved`]);
  const html = await page(`/admin/people/${id}?saved`, cookie);
  expect(html).toContain("Call: Reached");
  expect(html).toContain("Wants to sell\nin 2028 &lt;b&gt;");
  expect(html).toMatch(/Status<\/dt><dd>Contacted</);
  expect(html).toMatch(/Next step<\/dt><dd>Send the checklist, due November 21, 2026</);
  expect(html).toMatch(new RegExp(`<option value="${accountId}" selected="">Ruth Ames</option>`));
  const [entry] = await audited("person-updated");
  expect(entry).toMatchObject({ actorEmail: email, details: { outcome: "reached", status: "contacted" } });
  expect(JSON.stringify(entry)).not.toContain("2028");
});

const refused: readonly (readonly [what: string, changes: Partial<typeof form>, text: string])[] = [
  ["a due date in the past", { nextStep: "Call", nextStepOn: "2026-11-20" }, "choose today or a later day"],
  ["a date that does not exist", { nextStep: "Call", nextStepOn: "2026-02-30" }, "Please enter a date"],
  ["a date without a next step", { nextStepOn: "2026-12-01" }, "enter what is due on that day"],
  ["a call without a next step", { outcome: "reached" }, "Please enter the next step"],
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
  const typed = { ...form, note: "Kept note", ...changes };
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
  await post(`/admin/people/${id}`, cookie, { ...form, company: "Acme Tools", nextStep: "Call on Monday" });
  const late = { ...form, company: "Acme Tool Works", note: "Their own note" };
  const response = await post(`/admin/people/${id}`, cookie, late);
  expect(response.status).toBe(409);
  const html = await response.text();
  expect(html).toContain("A colleague saved this record after you opened it");
  expect(html).toContain("Current value: Acme Tools");
  expect(html).toContain("Current value: Call on Monday");
  expect(html).toContain('value="Acme Tool Works"');
  expect(html).toContain(">Their own note</textarea>");
  const [, revision = ""] = /name="revision" value="(\d+)"/.exec(html) ?? [];
  expect((await post(`/admin/people/${id}`, cookie, { ...late, revision })).status).toBe(303);
  expect(await page(`/admin/people/${id}`, cookie)).toContain('value="Acme Tool Works"');
});

test("a person who was erased meanwhile is reported", async () => {
  const id = await enter(site.db, ada);
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const deps = { db: site.db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined) };
  const actor = { kind: "shell" } as const;
  await erasePerson({ ...deps, ...auditDeps, actor }, ada.email, { keepsEmails: false });
  expect((await post(`/admin/people/${id}`, cookie, { ...form, note: "Too late" })).status).toBe(404);
});

test("an examiner reads the notes and cannot add any", async () => {
  const id = await enter(site.db, ada);
  const { cookie } = await signedIn(site.db, { role: "staff" });
  await post(`/admin/people/${id}`, cookie, { ...form, note: "A note" });
  const { cookie: examiner } = await signedIn(site.db, { role: "examiner" });
  const html = await page(`/admin/people/${id}`, examiner);
  expect(html).toContain("A note");
  expect(html).not.toContain("follow-up-form");
  expect((await post(`/admin/people/${id}`, examiner, { ...form, revision: "2", note: "No" })).status).toBe(
    403,
  );
  expect((await get(`/admin/people/${id}`, examiner)).status).toBe(200);
});
