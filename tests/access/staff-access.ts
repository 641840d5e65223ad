import { answersScoring } from "#tests/kit/an-assessment.ts";
import { type testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { type SignedIn, sessionCookie, signedIn } from "#tests/kit/signed-in.ts";
import { everyPage, listWaysTo, type Way } from "./every-page.ts";
import { staffResponses } from "./expected-answers.ts";
import { type Endpoint, readEndpoints } from "./read-endpoints.ts";

type TestApp = ReturnType<typeof testApp>;

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

export type Person = keyof typeof people;

export const everyPerson = Object.keys(people) as Person[]; // the keys of the object above

/** A provider that does not exist, so single sign-on ends at the sign-in screen. */
export const signOnWithoutProvider = {
  issuer: "http://127.0.0.1:9",
  clientId: "practice",
  clientSecret: "secret",
  domain: "example.com",
};

export const staffEndpoints = readEndpoints(staffResponses);
export const pagesOfTable = everyPage();

const lead = { name: "Thomas Avery", email: "t.avery@example.com" };
const colleague = "ruth@example.com";

/** What the audit log has after the requests of `listRecordedRefusals`. */
export const recordedRefusals = ["staff /admin/team", "staff /api/exports/assessments.csv"];

/** Whether a response contains a lead or a colleague. */
export function describeLeak(text: string): string {
  return text.includes(lead.email) || text.includes(colleague) ? " leaks personal data" : "";
}

function plannedAnswer({ answers }: Endpoint, { address, person }: { address: string; person: Person }) {
  const [forDocument, forData = forDocument] = (answers[people[person]] ?? "").split("|");
  return address.includes(".data") ? forData : forDocument;
}

/** Sends requests to a site as each kind of person. */
export function staffAccess(site: TestApp) {
  /** Sends one request. A form body can follow after `#` in the address. */
  const ask = async (
    method: string,
    address: string,
    cookie: string,
    origin = testSiteUrl,
  ): Promise<{ answer: string; text: string }> => {
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
  };

  return {
    ask,
    createCookie: (person: Person) => createCookie(site, person),
    storePeople: () => storePeople(site),
    /** Sends requests to endpoints. @returns each response that is not in the table, or contains personal data without access */
    async *findUnexpectedResponses(person: Person, endpoints = staffEndpoints): AsyncGenerator<string> {
      const cookie = await createCookie(site, person);
      for (const endpoint of endpoints) {
        for (const { address, isLayout } of listWays(site, endpoint)) {
          const { answer, text } = await ask(endpoint.method, address, cookie);
          const hasAccess = ["200", "400", "404", "409", "422"].includes(answer) && !isLayout;
          const leak = hasAccess ? "" : describeLeak(text);
          const planned = isLayout ? "200" : plannedAnswer(endpoint, { address, person });
          if (answer !== planned || leak !== "") {
            yield `${endpoint.method} ${address} ${answer}${leak} instead of ${planned}`;
          }
        }
      }
    },
    /** Posts to every staff endpoint from pages of other sites. @returns each response that is not a refusal */
    async *findAcceptedForeignRequests(): AsyncGenerator<string> {
      const cookie = await createCookie(site, "owner");
      for (const { path } of staffEndpoints.filter(({ method }) => method === "POST")) {
        for (const origin of ["https://evil.example", "null", `${testSiteUrl}.evil.example`]) {
          const { answer } = await ask("POST", path, cookie, origin);
          if (answer !== "403") yield `${path} ${origin} ${answer}`;
        }
      }
    },
    /** Sends refused requests, some of them twice. @returns the endpoints that the audit log has entries for */
    async listRecordedRefusals(): Promise<string[]> {
      const cookie = await createCookie(site, "examiner");
      for (let times = 0; times < 2; times += 1) {
        await ask("GET", "/admin/team", cookie);
        await ask("GET", "/admin/team.data", cookie);
        await ask("GET", "/api/exports/assessments.csv", cookie);
      }
      const rows = await site.db
        .selectFrom("auditEvents")
        .select((eb) => ["actorKind", eb.ref("details", "->>").key("door").$castTo<string>().as("path")])
        .where("action", "=", "access-refused")
        .orderBy("id")
        .execute();
      return rows.map(({ actorKind, path }) => `${actorKind} ${path}`);
    },
  };
}

/** The ways to request a page: as a document and, if it has them, through React Router's data requests. */
function listWays(site: TestApp, { method, path: address }: Endpoint): Way[] {
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

async function createCookie({ db }: TestApp, person: Person): Promise<string> {
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
async function storePeople({ db }: TestApp): Promise<void> {
  await signedIn(db, { role: "owner", email: colleague });
  const answers = answersScoring(2);
  await db
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
