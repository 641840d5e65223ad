import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { maxRefusalEntriesPerAccount } from "#app/platform/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { isLong } from "#tests/kit/rounds.ts";
import { publicResponses } from "./expected-answers.ts";
import { readEndpoints } from "./read-endpoints.ts";
import {
  describeLeak,
  pagesOfTable,
  everyPerson,
  type Person,
  recordedRefusals,
  signOnWithoutProvider,
  staffAccess,
  staffEndpoints,
} from "./staff-access.ts";

const site = testApp({ signOn: signOnWithoutProvider });
const access = staffAccess(site);
const publicEndpoints = readEndpoints(publicResponses);

/** The people who send requests whose response does not depend on the person. `npm run prove` sends them as each person. */
const somePeople: readonly Person[] = isLong ? everyPerson : ["anonymous", "owner"];
const peopleForMethods: readonly Person[] = isLong
  ? ["anonymous", "half", "pending", "examiner", "owner", "stale"]
  : somePeople;

/** Kinds of sessions that are refused like `anonymous` or `pending`. Only `npm run prove` tries them at every endpoint. */
const similarKinds: readonly Person[] = [
  "forged",
  "expired",
  "idle",
  "revoked",
  "removed",
  "ended",
  "demoted",
];
const someEndpoints = staffEndpoints.filter((_, index) => index % 20 === 0);

test.each(everyPerson)(
  "%s gets the expected response from every staff endpoint, without personal data if access is denied",
  async (person) => {
    await access.storePeople();
    const endpoints = similarKinds.includes(person) && !isLong ? someEndpoints : staffEndpoints;
    expect(await collect(access.findUnexpectedResponses(person, endpoints))).toEqual([]);
  },
);

test("a request that a role does not permit is recorded once per endpoint", async () => {
  expect(await access.listRecordedRefusals()).toEqual(recordedRefusals);
});

test.each([
  ["with a role", "examiner", maxRefusalEntriesPerAccount],
  ["that waits for approval", "pending", 1],
] as const)(
  "an account %s adds a limited number of refused requests to the audit log",
  async (_, person, most) => {
    const cookie = await access.createCookie(person);
    for (let n = 0; n < maxRefusalEntriesPerAccount + 10; n += 1) {
      await access.ask("POST", `/api/people/${randomUUID()}/export`, cookie);
    }
    const { entries } = await site.db
      .selectFrom("auditEvents")
      .select((eb) => eb.fn.countAll<number>().as("entries"))
      .where("action", "=", "access-refused")
      .executeTakeFirstOrThrow();
    expect(entries).toBe(most);
  },
);

test.each(somePeople)("%s gets the common response from every public endpoint", async (person) => {
  await access.storePeople();
  const cookie = await access.createCookie(person);
  const found: string[] = [];
  for (const endpoint of publicEndpoints) {
    const { answer, text } = await access.ask(endpoint.method, endpoint.path, cookie);
    found.push(`${endpoint.method} ${endpoint.path} ${answer}${describeLeak(text)}`);
  }
  expect(found).toEqual(
    publicEndpoints.map(({ method, path, answers }) => `${method} ${path} ${answers.all}`),
  );
});

test("the tables contain every page and every endpoint", () => {
  const named = new Set(
    [...staffEndpoints, ...publicEndpoints].map(({ method, path }) => `${method} ${path}`),
  );
  const pages = pagesOfTable.flatMap(({ pattern }) => {
    const path = toSamplePath(pattern);
    return site.acceptsForms(path) ? [`GET ${path}`, `POST ${path}`] : [`GET ${path}`];
  });
  const endpoints = site.routed().filter((route) => !middlewareRoutes.includes(route));
  const missing = [...pages, ...endpoints.map(toSamplePath)].filter((endpoint) => !named.has(endpoint));
  expect(missing).toEqual([]);
  expect(middlewareRoutes.filter((route) => !site.routed().includes(route))).toEqual([]);
});

/** Routes of middleware, which are not endpoints. */
const middlewareRoutes: readonly string[] = [
  "ALL /*",
  "GET /*",
  "POST /*",
  "PUT /*",
  "PATCH /*",
  "DELETE /*",
  "GET /assets/*",
  "ALL /assets/*",
  "GET /pictures/*",
  "ALL /functions/*",
  "ALL /api/*",
  "ALL /auth",
  "ALL /auth/single-sign-on/*",
];

test.each(peopleForMethods)(
  "%s gets no response to an unsupported method from any page or endpoint",
  async (person) => {
    await access.storePeople();
    const cookie = await access.createCookie(person);
    const found: string[] = [];
    const all = [...staffEndpoints, ...publicEndpoints];
    for (const path of new Set(all.map((endpoint) => endpoint.path.split("#", 1)[0] ?? ""))) {
      const known = all
        .filter((endpoint) => endpoint.path.split("#", 1)[0] === path)
        .map(({ method }) => method);
      const others = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter(
        (method) => !known.includes(method),
      );
      for (const method of others) {
        for (const address of [path, `${path}.data`]) {
          const { answer, text } = await access.ask(method, address, cookie);
          const isPreflight = method === "OPTIONS" && path.startsWith("/functions/") && answer === "204";
          if (!["404", "405"].includes(answer) && !isPreflight) found.push(`${method} ${address} ${answer}`);
          if (describeLeak(text) !== "") found.push(`${method} ${address} leaks personal data`);
        }
      }
    }
    expect(found).toEqual([]);
  },
);

test.each(peopleForMethods)("%s gets the response of GET without a body for HEAD", async (person) => {
  await access.storePeople();
  const cookie = await access.createCookie(person);
  const found: string[] = [];
  const expected: string[] = [];
  for (const { path } of [...staffEndpoints, ...publicEndpoints].filter(({ method }) => method === "GET")) {
    const { answer } = await access.ask("GET", path, cookie);
    const head = await access.ask("HEAD", path, cookie);
    found.push(`${path} ${head.answer} ${head.text.length}`);
    // The passkey endpoints do not support HEAD.
    expected.push(`${path} ${path.startsWith("/api/auth/") ? "404" : answer} 0`);
  }
  expect(found).toEqual(expected);
});

test("a state-changing request from another site is rejected by every endpoint", async () => {
  expect(await collect(access.findAcceptedForeignRequests())).toEqual([]);
});

async function collect(found: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const each of found) all.push(each);
  return all;
}

function toSamplePath(pattern: string): string {
  return pattern.replaceAll(/:\w+/g, "x").replace("/*", "/no-such-page");
}
