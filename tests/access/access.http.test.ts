import { answersScoring } from "#tests/kit/an-assessment.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxRefusalEntriesPerAccount } from "#app/platform/limits.ts";
import { type SignedIn, sessionCookie, signedIn } from "#tests/kit/signed-in.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { isLong } from "#tests/kit/rounds.ts";
import { type Endpoint, readEndpoints } from "./read-endpoints.ts";
import { everyPage, type Way, listWaysTo } from "./every-page.ts";
import { publicResponses, staffResponses } from "./expected-answers.ts";

// The provider does not exist, so single sign-on ends at the sign-in screen.
const site = testApp({
  signOn: {
    issuer: "http://127.0.0.1:9",
    clientId: "practice",
    clientSecret: "secret",
    domain: "example.com",
  },
});

const lead = { name: "Thomas Avery", email: "t.avery@example.com" };
const colleague = "ruth@example.com";
const pagesOfTable = everyPage();
const staffEndpoints = readEndpoints(staffResponses);
const publicEndpoints = readEndpoints(publicResponses);

/** The kinds of people, and the column of the table with their responses. */
const people = {
  anonymous: "out",
  forged: "out",
  expired: "out",
  idle: "out",
  revoked: "out",
  removed: "out",
  half: "half",
  short: "short",
  unenrolled: "unenrolled",
  pending: "pending",
  ended: "ended",
  demoted: "demoted",
  examiner: "examiner",
  granted: "granted",
  staff: "staff",
  owner: "owner",
  stale: "stale",
} as const;

type Person = keyof typeof people;

/** The people who send requests whose response does not depend on the person. `npm run prove` sends them as each person. */
const somePeople: readonly Person[] = isLong ? (Object.keys(people) as Person[]) : ["anonymous", "owner"];
const peopleForMethods: readonly Person[] = isLong
  ? ["anonymous", "half", "pending", "examiner", "owner", "stale"]
  : somePeople;

/** Kinds of sessions that are refused like others, and that only `npm run prove` tries at every endpoint. */
const similarKinds: readonly string[] = ["forged", "idle", "revoked"];

describe.each(Object.entries(people))("%s", (person, column) => {
  const runs = similarKinds.includes(person) ? " @long" : "";
  test(`gets the expected response from every staff endpoint, without personal data if access is denied${runs}`, async () => {
    await storePeople();
    // The keys of the table above.
    const cookie = await createCookie(person as Person);
    const found: string[] = [];
    const expected: string[] = [];
    for (const endpoint of staffEndpoints) {
      for (const { address, isLayout } of listWays(endpoint)) {
        const { answer, text } = await ask(endpoint.method, address, cookie);
        const hasAccess = ["200", "400", "404", "409", "422"].includes(answer) && !isLayout;
        const leak = hasAccess ? "" : describeLeak(text);
        found.push(`${endpoint.method} ${address} ${answer}${leak}`);
        const [forDocument, forData = forDocument] = (endpoint.answers[column] ?? "").split("|");
        const planned = address.includes(".data") ? forData : forDocument;
        expected.push(`${endpoint.method} ${address} ${isLayout ? "200" : planned}`);
      }
    }
    expect(found).toEqual(expected);
  });
});

test("a request that a role does not permit is recorded once per endpoint", async () => {
  const cookie = await createCookie("examiner");
  for (let times = 0; times < 2; times += 1) {
    await ask("GET", "/admin/team", cookie);
    await ask("GET", "/admin/team.data", cookie);
    await ask("GET", "/api/exports/assessments.csv", cookie);
  }
  const rows = await site.db
    .selectFrom("auditEvents")
    .select(["actorKind", "details"])
    .where("action", "=", "access-refused")
    .orderBy("id")
    .execute();
  expect(rows).toMatchObject([
    { actorKind: "staff", details: { door: "/admin/team" } },
    { actorKind: "staff", details: { door: "/api/exports/assessments.csv" } },
  ]);
});

test.each([
  ["with a role", "examiner", maxRefusalEntriesPerAccount],
  ["that waits for approval", "pending", 1],
] as const)(
  "an account %s adds a limited number of refused requests to the audit log",
  async (_, person, most) => {
    const cookie = await createCookie(person);
    for (let n = 0; n < maxRefusalEntriesPerAccount + 10; n += 1) {
      await ask("POST", `/api/people/${randomUUID()}/export`, cookie);
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
  await storePeople();
  const cookie = await createCookie(person);
  const found: string[] = [];
  for (const endpoint of publicEndpoints) {
    const { answer, text } = await ask(endpoint.method, endpoint.path, cookie);
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
    await storePeople();
    const cookie = await createCookie(person);
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
          const { answer, text } = await ask(method, address, cookie);
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
  await storePeople();
  const cookie = await createCookie(person);
  const found: string[] = [];
  const expected: string[] = [];
  for (const { path } of [...staffEndpoints, ...publicEndpoints].filter(({ method }) => method === "GET")) {
    const { answer } = await ask("GET", path, cookie);
    const head = await ask("HEAD", path, cookie);
    found.push(`${path} ${head.answer} ${head.text.length}`);
    // The passkey endpoints do not support HEAD.
    expected.push(`${path} ${path.startsWith("/api/auth/") ? "404" : answer} 0`);
  }
  expect(found).toEqual(expected);
});

test("a state-changing request from another site is rejected by every endpoint", async () => {
  const cookie = await createCookie("owner");
  const posts = staffEndpoints.filter(({ method }) => method === "POST");
  for (const { path } of posts) {
    for (const origin of ["https://evil.example", "null", `${testSiteUrl}.evil.example`]) {
      const { answer } = await ask("POST", path, cookie, origin);
      expect(`${path} ${origin} ${answer}`).toBe(`${path} ${origin} 403`);
    }
  }
});

/** The ways to request a page: as a document and, if it has them, through React Router's data requests. */
function listWays({ method, path: address }: Endpoint): Way[] {
  const [path = "", form] = address.split("#");
  const page = pagesOfTable.find(({ pattern }) => pattern === path);
  if (page === undefined || !site.hasDataRequests(path)) return [{ address, isLayout: false }];
  return (
    listWaysTo(path, page)
      // A post runs the page's own action, regardless of the selected loaders.
      .filter(({ isLayout }) => method === "GET" || !isLayout)
      .map((way) => (form === undefined ? way : { ...way, address: `${way.address}#${form}` }))
  );
}

/** Whether a response contains a lead or a colleague. */
function describeLeak(text: string): string {
  return text.includes(lead.email) || text.includes(colleague) ? " leaks personal data" : "";
}

async function ask(
  method: string,
  /** A form body can follow after `#`. */
  address: string,
  cookie: string,
  origin = testSiteUrl,
): Promise<{ answer: string; text: string }> {
  const [path = "", form = ""] = address.split("#");
  const type = path.startsWith("/api/") ? "application/json" : "application/x-www-form-urlencoded";
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(method);
  const response = await site.request(
    path,
    {
      method,
      headers: { cookie, ...(isRead ? {} : { origin, "content-type": type }) },
      ...(isRead ? {} : { body: type === "application/json" ? "{}" : form }),
    },
    // A separate address, because this test is not about rate limits.
    newAddress(),
  );
  const text = await readText(response);
  return { answer: summarize(response, text), text };
}

/** The body of a response, or the first chunk of a stream. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** The status, or the target of a redirect, which data requests encode in the body. */
function summarize({ status, headers }: Response, text: string): string {
  const location =
    headers.get("location") ?? (status === 202 ? /"redirect","([^"]+)"/.exec(text)?.[1] : null);
  return location === undefined || location === null ? String(status) : `→${location.split("?", 1)[0]}`;
}

function toSamplePath(pattern: string): string {
  return pattern.replaceAll(/:\w+/g, "x").replace("/*", "/no-such-page");
}

async function createCookie(person: Person): Promise<string> {
  const { db } = site;
  const owner = (facts: Partial<Parameters<typeof signedIn>[1]> = {}) =>
    signedIn(db, { role: "owner", ...facts });
  const makers: Record<Person, () => Promise<Pick<SignedIn, "cookie">>> = {
    anonymous: () => Promise.resolve({ cookie: "" }),
    forged: async () => {
      await owner();
      const { token } = await db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
      return { cookie: sessionCookie(token, "the secret of another server, longer than thirty-two") };
    },
    expired: () => owner({ endsInMinutes: -0.01 }),
    idle: () => owner({ usedMinutesAgo: 60 }),
    revoked: async () => {
      const session = await owner();
      await db.deleteFrom("staffSessions").where("id", "=", session.sessionId).execute();
      return session;
    },
    removed: async () => {
      const session = await owner();
      await db.deleteFrom("staffUsers").where("id", "=", session.accountId).execute();
      return session;
    },
    half: () => owner({ hasAuthenticator: true }),
    short: () => owner({ hasLongPassword: false }),
    unenrolled: async () => {
      await db.insertInto("staffSecondFactorRules").values({ role: "staff", isRequired: true }).execute();
      return signedIn(db, { role: "staff" });
    },
    pending: () => signedIn(db, { role: "pending" }),
    ended: () => signedIn(db, { role: "examiner", roleEndsInMinutes: -0.01 }),
    demoted: async () => {
      const session = await owner();
      await db
        .updateTable("staffUsers")
        .set({ role: "pending" })
        .where("id", "=", session.accountId)
        .execute();
      return session;
    },
    examiner: () => signedIn(db, { role: "examiner", roleEndsInMinutes: 60, mayViewLeads: false }),
    granted: () => signedIn(db, { role: "examiner", roleEndsInMinutes: 60 }),
    staff: () => signedIn(db, { role: "staff" }),
    owner: () => owner(),
    stale: () => owner({ provedMinutesAgo: 10 }),
  };
  return (await makers[person]()).cookie;
}

/** Stores a lead and a colleague. */
async function storePeople(): Promise<void> {
  await signedIn(site.db, { role: "owner", email: colleague });
  const answers = answersScoring(2);
  await site.db
    .insertInto("preLoiAssessments")
    .values({
      ...lead,
      ...answers,
      phone: "(737) 555-0164",
      score: 13,
      scoreLevel: "Making Progress",
      questionSetVersion: "1",
      resultKey: "a result key of a test",
      submissionKey: null,
      fingerprint: "a fingerprint of a test",
    })
    .execute();
}
