import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JobQueue, startJobQueue } from "#app/data/job-queue.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import { carryLetter, createOutbox, type Letter } from "./outbox.server.ts";

const { db, pool } = testDatabase();
let jobs: JobQueue;
beforeAll(async () => {
  jobs = await startJobQueue({ pool, log: silentLog });
});
afterAll(() => jobs.stop());

const letter: Letter = {
  kind: "test",
  recipient: "office@example.com",
  subject: "A letter",
  paragraphs: ["First.", "Second."],
};

const countJobs = async (): Promise<number> => {
  const { rows } = await pool.query<{ jobs: number }>(
    "select count(*) as jobs from pgboss.job where name = 'carry-letter' and state = 'created'",
  );
  return rows[0]?.jobs ?? 0;
};

describe("a letter", () => {
  it("and its job come to be with the transaction that caused them", async () => {
    const before = await countJobs();
    await db.transaction().execute((trx) => createOutbox({ jobs }).put(trx, letter));
    expect(await db.selectFrom("letters").select(["state", "attempts"]).execute()).toEqual([
      { state: "waiting", attempts: 0 },
    ]);
    expect(await countJobs()).toBe(before + 1);
  });

  it("and its job vanish with a transaction that fails", async () => {
    const before = await countJobs();
    const failing = db.transaction().execute(async (trx) => {
      await createOutbox({ jobs }).put(trx, letter);
      throw new Error("something later went wrong");
    });
    await expect(failing).rejects.toThrow("something later went wrong");
    expect(await db.selectFrom("letters").select("id").execute()).toEqual([]);
    expect(await countJobs()).toBe(before);
  });

  it("ends with who sent it, from where, and the disclosures", async () => {
    await db.transaction().execute((trx) => createOutbox({ jobs }).put(trx, letter));
    const { bodyText } = await db.selectFrom("letters").select("bodyText").executeTakeFirstOrThrow();
    const { firmName, postalAddress, advisoryLlc } = practice;
    const [, signature] = bodyText.split("First.\n\nSecond.\n\n--\n");
    expect(signature).toContain(`${firmName}\n${postalAddress.street}\n`);
    expect(bodyText).toContain(`Advisory services are offered through ${advisoryLlc}`);
  });

  it("is carried by the queue to its end: kept, once", async () => {
    await jobs.work("carry-letter", ({ letterId }) => carryLetter({ db, clock: systemClock }, letterId));
    await db.transaction().execute((trx) => createOutbox({ jobs }).put(trx, letter));
    const state = () =>
      db.selectFrom("letters").select(["state", "attempts", "settledAt"]).executeTakeFirstOrThrow();
    await until("the letter to be kept", async () => (await state()).state === "kept");
    const { id } = await db.selectFrom("letters").select("id").executeTakeFirstOrThrow();
    await carryLetter({ db, clock: systemClock }, id);
    expect((await state()).attempts).toBe(1);
    expect((await state()).settledAt).toBeInstanceOf(Date);
  });
});
