import { beforeEach, expect, test } from "vitest";
import { preferencesPath } from "./preferences-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { type SignedIn, signedIn } from "#tests/kit/signed-in.ts";
import { findDigests, saveDigests } from "#app/people/digests/digest-choices.server.ts";
import type { DigestKind } from "#app/people/digests/digest.messages.ts";

const site = testApp({ now: new Date("2026-11-23T13:40:00Z") });
const { page, post } = asStaff(site);
let member: SignedIn;
const chosen = () => findDigests(site.db, member.accountId);

beforeEach(async () => {
  member = await signedIn(site.db, { role: "staff" });
  await saveDigests(
    site.db,
    member.accountId,
    ["morning-list", "monday-digest"],
    new Date("2026-11-20T12:00:00Z"),
  );
});

/** Stores an email to the member. @returns its preferences key */
async function addEmail(kind: DigestKind): Promise<string> {
  const { preferencesKey } = await site.db
    .insertInto("letters")
    .values({ kind, recipient: member.email })
    .returning("preferencesKey")
    .executeTakeFirstOrThrow();
  return preferencesKey;
}

const choose = (key: string, form: Record<string, string>) => site.postForm(preferencesPath(key), form, {});

test("one click stops the email that was received, and a GET changes nothing", async () => {
  const path = `/functions/v1/letters/unsubscribe/${await addEmail("morning-list")}`;
  const opened = await site.request(path);
  expect([opened.status, await chosen()]).toEqual([303, ["morning-list", "monday-digest"]]);
  const stopped = await site.request(path, { method: "POST", body: "List-Unsubscribe=One-Click" });
  expect([stopped.status, await stopped.text()]).toEqual([
    200,
    "You won’t get this email anymore. You can turn it back on from your account page.",
  ]);
  expect(await chosen()).toEqual(["monday-digest"]);
});

test("the page behind the link shows the choices without signing in, and saves them", async () => {
  const key = await addEmail("monday-digest");
  const html = await (await site.request(preferencesPath(key))).text();
  expect(html).toContain("Emails about your work");
  expect(html).not.toContain(member.email);
  expect((await choose(key, {})).status).toBe(400);
  expect((await choose(key, { intent: "save", digest: "morning-list" })).status).toBe(303);
  expect(await chosen()).toEqual(["morning-list"]);
  await choose(key, { intent: "none", digest: "morning-list" });
  expect(await chosen()).toEqual([]);
});

test("the account page shows and saves the choices of people who follow up, and no others", async () => {
  const save = (cookie: string) =>
    post("/admin/account", cookie, { intent: "choose-digests", digest: "morning-list" });
  expect((await save(member.cookie)).headers.get("location")).toBe("/admin/account?done=digests");
  expect(await chosen()).toEqual(["morning-list"]);
  const examiner = await signedIn(site.db, { role: "examiner" });
  expect((await save(examiner.cookie)).status).toBe(403);
  const open = async (cookie: string) => page("/admin/account?done=digests", cookie);
  expect(await open(member.cookie)).toContain("Your email preferences have been saved.");
  expect(await open(examiner.cookie)).not.toContain("Morning list");
});
