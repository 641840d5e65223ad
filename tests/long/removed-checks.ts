import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import {
  everyPerson,
  recordedRefusals,
  signOnWithoutProvider,
  staffAccess,
} from "#tests/access/staff-access.ts";
import { describeMutant, type Mutant, mutantVariable, type Observer } from "./mutants.ts";

// `access-mutations.ts` runs these tests on its build, which can do without each check. At least one person must then get a response that
// is not in the access table.

const site = testApp({ signOn: signOnWithoutProvider });
const access = staffAccess(site);
const mutants = JSON.parse(readFileSync("removed-checks.json", "utf8")) as Mutant[]; // written by access-mutations.ts

afterEach(() => vi.unstubAllEnvs());

test.each(mutants.map((mutant) => [describeMutant(mutant), mutant] as const))(
  "without %s",
  { timeout: 180_000 },
  async (_, { number, noticedBy }) => {
    vi.stubEnv(mutantVariable, String(number));
    await access.storePeople();
    const others = everyPerson.filter((person) => person !== noticedBy);
    let noticed: string | undefined;
    for (const observer of [noticedBy, ...others]) {
      noticed ??= await findDifference(observer);
    }
    expect(noticed, "no response of the access tests has changed").toBeDefined();
  },
);

/** The first response that differs from the tables. */
async function findDifference(observer: Observer): Promise<string | undefined> {
  if (observer === "recorded refusals") {
    const recorded = await access.listRecordedRefusals();
    return recorded.join() === recordedRefusals.join() ? undefined : recorded.join();
  }
  // Of an earlier observer.
  await site.db.deleteFrom("staffSecondFactorRules").execute();
  const differences =
    observer === "foreign requests"
      ? access.findAcceptedForeignRequests()
      : access.findUnexpectedResponses(observer);
  for await (const difference of differences) return difference;
  return undefined;
}
