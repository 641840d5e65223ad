import { sql } from "kysely";
import { expect, test } from "vitest";
import { highestScore } from "#app/assessments/questions/score.ts";
import { resultPath } from "#app/assessments/questions/result-path.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { anAssessment, assessmentScore } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";

const site = testApp();

test("the page shows the stored score and level and never recomputes them", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const path = accepted.headers.get("location")?.split("#")[0] ?? "";
  expect(await (await site.request(path)).text()).toContain(`${assessmentScore}/${highestScore}`);

  const stored = { score: 18, scoreLevel: "Exit Ready", questionSetVersion: "2024-01-01" };
  await site.db.updateTable("preLoiAssessments").set(stored).execute();
  const html = await (await site.request(path)).text();
  expect(html).toContain(`18/${highestScore}`);
  expect(html).toContain(`18 of ${highestScore} rings drawn: Exit Ready`);
  expect(html).toContain("an earlier version of these questions");
  expect(html).not.toContain(`${assessmentScore}/${highestScore}`);
});

test("the page hides its URL from the pages that it links to", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const html = await (await site.request(accepted.headers.get("location")?.split("#")[0] ?? "")).text();
  expect(html).toContain('<meta name="referrer" content="origin"/>');
});

test("the page emails the result again, once an hour, to the stored address", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const path = accepted.headers.get("location")?.split("#")[0] ?? "";
  const listEmails = () =>
    site.db.selectFrom("letters").select("recipient").where("kind", "=", "assessment-result").execute();
  expect(await listEmails()).toHaveLength(1);
  for (let times = 0; times < 3; times += 1) {
    const response = await site.postForm(path, { email: "someone.else@example.com" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${path}#emailed`);
  }
  const recipient = anAssessment().email;
  expect(await listEmails()).toEqual([{ recipient }, { recipient }]);
});

test("a mailbox at its limit stores at most one more email of a result in an hour", async () => {
  const accepted = [];
  for (const name of ["Thomas Avery", "Tom Avery"]) {
    accepted.push(await site.postForm("/pre-loi-assessment", anAssessment({ name })));
  }
  const path = accepted.at(-1)?.headers.get("location")?.split("#")[0] ?? "";
  const countEmails = async () => {
    const { count } = await site.db
      .selectFrom("letters")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("kind", "=", "assessment-result")
      .executeTakeFirstOrThrow();
    return count;
  };
  const before = await countEmails();
  await Promise.all(Array.from({ length: 10 }, () => site.postForm(path, {})));
  expect(await countEmails()).toBe(before + 1);
});

test("the page queues no email while the person is being erased", async () => {
  const accepted = await site.postForm("/pre-loi-assessment", anAssessment());
  const path = accepted.headers.get("location")?.split("#")[0] ?? "";
  const { emailing } = await site.db.transaction().execute(async (trx) => {
    await lockAddress(trx, anAssessment().email);
    const pending = site.postForm(path, {});
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await waiting.execute(site.db)).rows.length).toBe(1);
    await trx.deleteFrom("letters").execute();
    await trx.deleteFrom("preLoiAssessments").execute();
    // In an object, because a transaction waits for a promise that it returns.
    return { emailing: pending };
  });
  expect((await emailing).status).toBe(303);
  expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
});

test.each([
  ["from the page keeps the priority of the form", true],
  ["of a program that sent no form token does not gain any priority", false],
])("the repeated email %s", async (_, hasFormToken) => {
  const accepted = hasFormToken
    ? await site.postForm("/pre-loi-assessment", anAssessment())
    : await site.postJson("/functions/v1/pre-loi-assessment", anAssessment());
  expect(accepted.ok || accepted.status === 303).toBe(true);
  const { resultKey } = await site.db
    .selectFrom("preLoiAssessments")
    .select("resultKey")
    .executeTakeFirstOrThrow();
  await site.postForm(resultPath(resultKey), {});
  const emails = await site.db
    .selectFrom("letters")
    .select("hasFormToken")
    .where("kind", "=", "assessment-result")
    .execute();
  expect(emails).toEqual([{ hasFormToken }, { hasFormToken }]);
});
