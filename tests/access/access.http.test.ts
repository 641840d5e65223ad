import { answersScoring } from "#tests/kit/an-assessment.ts";
import { describe, expect, test } from "vitest";
import { type SignedIn, sessionCookie, signedIn } from "#tests/kit/signed-in.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { type Door, readDoors } from "./doors.ts";
import { everyPage, type Way, waysTo } from "./every-page.ts";
import { publicDoors, staffDoors } from "./expected-answers.ts";

const site = testApp();

const lead = { name: "Thomas Avery", email: "t.avery@example.com" };
const colleague = "ruth@example.com";
const pagesOfTable = everyPage();
const doors = readDoors(staffDoors);
const openDoors = readDoors(publicDoors);

/** Everybody who comes, and the column that says what they get. */
const people = {
  nobody: "out",
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
  staff: "staff",
  owner: "owner",
  stale: "stale",
} as const;

type Person = keyof typeof people;

describe.each(Object.entries(people))("%s", (person, column) => {
  test("gets at every door of the staff area what the table says, and no word of a lead or a colleague to whom it does not let in", async () => {
    await somebodyToSee();
    // The keys of the table above.
    const cookie = await cookieOf(person as Person);
    const found: string[] = [];
    const expected: string[] = [];
    for (const door of doors) {
      for (const { address, isLayout } of waysOf(door)) {
        const { answer, text } = await ask(door.method, address, cookie);
        const isLetIn = ["200", "400", "404", "409", "422"].includes(answer) && !isLayout;
        const tells = isLetIn ? "" : secretsIn(text);
        found.push(`${door.method} ${address} ${answer}${tells}`);
        expected.push(`${door.method} ${address} ${isLayout ? "200" : door.answers[column]}`);
      }
    }
    expect(found).toEqual(expected);
  });
});

test("whoever comes to a door that their role does not open is on record, once for each", async () => {
  const cookie = await cookieOf("examiner");
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

// The keys of the table are what its type says.
test.each(Object.keys(people) as Person[])(
  "%s gets the same as everybody at the doors that are open to all",
  async (person) => {
    await somebodyToSee();
    const cookie = await cookieOf(person);
    const found: string[] = [];
    for (const door of openDoors) {
      const { answer, text } = await ask(door.method, door.path, cookie);
      found.push(`${door.method} ${door.path} ${answer}${secretsIn(text)}`);
    }
    expect(found).toEqual(openDoors.map(({ method, path, answers }) => `${method} ${path} ${answers.all}`));
  },
);

test("every page and every endpoint stands in the table", () => {
  const named = new Set([...doors, ...openDoors].map(({ method, path }) => `${method} ${path}`));
  const pages = pagesOfTable.flatMap(({ pattern }) => {
    const path = sampleOf(pattern);
    return site.acceptsForms(path) ? [`GET ${path}`, `POST ${path}`] : [`GET ${path}`];
  });
  const endpoints = site.routed().filter((route) => !passages.includes(route));
  const missing = [...pages, ...endpoints.map(sampleOf)].filter((door) => !named.has(door));
  expect(missing).toEqual([]);
  expect(passages.filter((passage) => !site.routed().includes(passage))).toEqual([]);
});

/** What every request, or every request of a sort, passes on its way: none of these is a door of its own. */
const passages: readonly string[] = [
  "ALL /*",
  "GET /*",
  "POST /*",
  "PUT /*",
  "PATCH /*",
  "DELETE /*",
  "GET /assets/*",
  "ALL /assets/*",
  "ALL /functions/*",
  "ALL /api/*",
  "ALL /auth",
];

test.each(["nobody", "half", "pending", "examiner", "owner", "stale"] as const)(
  "%s is answered at no page or endpoint to a method that it does not have",
  async (person) => {
    await somebodyToSee();
    const cookie = await cookieOf(person);
    const found: string[] = [];
    const all = [...doors, ...openDoors];
    for (const path of new Set(all.map((door) => door.path.split("#", 1)[0] ?? ""))) {
      const known = all.filter((door) => door.path.split("#", 1)[0] === path).map(({ method }) => method);
      const others = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter(
        (method) => !known.includes(method),
      );
      for (const method of others) {
        for (const address of [path, `${path}.data`]) {
          const { answer, text } = await ask(method, address, cookie);
          const isPreflight = method === "OPTIONS" && path.startsWith("/functions/") && answer === "204";
          if (!["404", "405"].includes(answer) && !isPreflight) found.push(`${method} ${address} ${answer}`);
          if (secretsIn(text) !== "") found.push(`${method} ${address} tells`);
        }
      }
    }
    expect(found).toEqual([]);
  },
);

test.each(["nobody", "half", "pending", "examiner", "owner", "stale"] as const)(
  "%s gets by HEAD what GET would answer, and not a byte of it",
  async (person) => {
    await somebodyToSee();
    const cookie = await cookieOf(person);
    const found: string[] = [];
    const expected: string[] = [];
    for (const { path } of [...doors, ...openDoors].filter(({ method }) => method === "GET")) {
      const { answer } = await ask("GET", path, cookie);
      const head = await ask("HEAD", path, cookie);
      found.push(`${path} ${head.answer} ${head.text.length}`);
      // A ceremony is begun by a program that reads what it gets.
      expected.push(`${path} ${path.startsWith("/api/auth/") ? "404" : answer} 0`);
    }
    expect(found).toEqual(expected);
  },
);

test("a change that another site's page asks for is refused at every door, signed in or not", async () => {
  const cookie = await cookieOf("owner");
  const posts = doors.filter(({ method }) => method === "POST");
  for (const { path } of posts) {
    for (const origin of ["https://evil.example", "null", `${testSiteUrl}.evil.example`]) {
      const { answer } = await ask("POST", path, cookie, origin);
      expect(`${path} ${origin} ${answer}`).toBe(`${path} ${origin} 403`);
    }
  }
});

/** The document, and through the data door where the page has one. */
function waysOf({ method, path: address }: Door): Way[] {
  const [path = "", form] = address.split("#");
  const page = pagesOfTable.find(({ pattern }) => pattern === path);
  if (page === undefined || !site.hasDataDoor(path)) return [{ address, isLayout: false }];
  return (
    waysTo(path, page)
      // A post goes to the page's own action, whichever loaders are asked for after it.
      .filter(({ isLayout }) => method === "GET" || !isLayout)
      .map((way) => (form === undefined ? way : { ...way, address: `${way.address}#${form}` }))
  );
}

/** What must not be read without being let in: who the leads are, and who else works here. */
function secretsIn(text: string): string {
  return text.includes(lead.email) || text.includes(colleague) ? " with what it must not tell" : "";
}

async function ask(
  method: string,
  /** Behind `#`: what the form says. */
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
    // Limits count by address, and this is no test of theirs.
    newAddress(),
  );
  const text = await textOf(response);
  return { answer: answerOf(response, text), text };
}

/** What an answer says; of a stream, which has no end, what it says first. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

/** A status, or where the person is led: by a redirect, or by the data door's word for one. */
function answerOf({ status, headers }: Response, text: string): string {
  const location =
    headers.get("location") ?? (status === 202 ? /"redirect","([^"]+)"/.exec(text)?.[1] : null);
  return location === undefined || location === null ? String(status) : `→${location.split("?", 1)[0]}`;
}

function sampleOf(pattern: string): string {
  return pattern.replaceAll(/:\w+/g, "x").replace("/*", "/no-such-page");
}

async function cookieOf(person: Person): Promise<string> {
  const { db } = site;
  const owner = (facts: Partial<Parameters<typeof signedIn>[1]> = {}) =>
    signedIn(db, { role: "owner", ...facts });
  const makers: Record<Person, () => Promise<Pick<SignedIn, "cookie">>> = {
    nobody: () => Promise.resolve({ cookie: "" }),
    forged: async () => {
      await owner();
      const { token } = await db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
      return { cookie: sessionCookie(token, "the secret of somebody else, longer than thirty-two") };
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
    examiner: () => signedIn(db, { role: "examiner", roleEndsInMinutes: 60 }),
    staff: () => signedIn(db, { role: "staff" }),
    owner: () => owner(),
    stale: () => owner({ provedMinutesAgo: 10 }),
  };
  return (await makers[person]()).cookie;
}

/** A lead and a colleague. */
async function somebodyToSee(): Promise<void> {
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
