import { formHandlers } from "#server/form-handlers.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent, readStoredEvents } from "#tests/kit/an-event.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { until } from "#tests/kit/running-server.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const start = new Date("2026-11-21T12:00:00Z");
const office = "203.0.113.7";
const signupPage = "/linkedin-live-signup";
const signupEndpoint = "/functions/v1/linkedin-live-signup";
const assessmentPage = "/pre-loi-assessment";
const assessmentEndpoint = "/functions/v1/pre-loi-assessment";
const spamCheckKeys = createSpamCheckKeys(testKeyRing);

describe("with a mail server", () => {
  const clock = { now: start, sendsEmail: true };
  const site = testApp(clock);
  beforeEach(async () => {
    clock.now = start;
    await site.db.insertInto("events").values(anEvent()).execute();
    await site.refreshEvents();
  });

  const signup = (n: number, email = `person-${n}@example.com`) => ({ name: `Person ${n}`, email });
  const postForm = (fields: Record<string, string>) => site.postForm(signupPage, fields, {}, office);
  const postJson = (body: object) => site.postJson(signupEndpoint, body, {}, office);

  const seats = async () =>
    (await site.db.selectFrom("linkedinLiveSignups").select("id").where("state", "=", "seat").execute())
      .length;
  const heldSeats = async () =>
    (
      await site.db
        .selectFrom("quarantinedSubmissions")
        .select("id")
        .where("seatHeldUntil", ">", clock.now)
        .where("releasedAt", "is", null)
        .execute()
    ).length;
  const messages = async (pattern: string) =>
    site.db
      .selectFrom("letters")
      .select(["kind", "about"])
      .where("recipient", "like", pattern)
      .where("state", "<>", "suppressed")
      .execute();
  const quarantined = async () =>
    site.db.selectFrom("quarantinedSubmissions").select(["id", "releasedAt", "input"]).execute();
  const linkTo = (id: string) => `/confirm/${spamCheckKeys.issueConfirmationToken(id, clock.now)}`;
  const press = (path: string) =>
    site.request(path, { method: "POST", headers: { origin: testSiteUrl } }, office);

  /** Sends a sign-up without a form token. @returns the link in its confirmation email */
  async function signUpToConfirm(n = 1): Promise<string> {
    await postJson(signup(n));
    const held = (await quarantined()).find(({ input }) => input["email"] === signup(n).email);
    return linkTo(held?.id ?? "");
  }

  it.each([
    ["forms with a valid token", postForm],
    ["JSON calls without a token", postJson],
    [
      "JSON calls with a valid token",
      (fields: object) => postJson({ ...fields, formToken: site.formToken(signupPage) }),
    ],
  ])(
    "105 %s from one address take at most five seats and cause two emails to a mailbox @long",
    async (_what, post) => {
      // Seven mailboxes with fifteen addresses each.
      for (let n = 0; n < 105; n += 15) {
        await Promise.all(
          Array.from({ length: 15 }, (_, k) => post(signup(n + k, `victim-${k % 7}+${n + k}@example.com`))),
        );
      }
      expect((await seats()) + (await heldSeats())).toBe(5);
      for (let k = 0; k < 7; k += 1) expect(await messages(`victim-${k}+%`)).toHaveLength(2);
      // Nothing is lost: staff find all of them.
      expect((await quarantined()).length + (await seats())).toBe(105);
    },
  );

  it("one mail domain takes at most 40 of 100 seats, and staff decide about the others @long", async () => {
    for (let n = 0; n < 105; n += 15) {
      await Promise.all(
        Array.from({ length: 15 }, (_, k) => postJson(signup(n + k, `u${n + k}@catch.example`))),
      );
    }
    const ids = (await quarantined()).map(({ id }) => id);
    const pressed: Response[] = [];
    for (let n = 0; n < ids.length; n += 15) {
      pressed.push(...(await Promise.all(ids.slice(n, n + 15).map((id) => press(linkTo(id))))));
    }
    expect(await seats()).toBe(40);
    const refused = pressed.filter(({ status }) => status === 202);
    expect(refused).toHaveLength(65);
    const words = wordsOf((await refused[0]?.text()) ?? "");
    expect(words).toContain("We will confirm your request");
    expect(words).not.toContain("Confirm my sign-up");

    const waiting = (await quarantined()).filter(({ releasedAt }) => releasedAt === null);
    expect(waiting).toHaveLength(65);
    expect((await press(linkTo(waiting[0]?.id ?? ""))).status).toBe(202);
    const staff = {
      db: site.db,
      clock: { now: () => clock.now },
      outbox: createOutbox(() => undefined),
      events: await readStoredEvents(site.db, clock.now),
      formHandlers,
      ...auditDeps,
    };
    expect(await acceptQuarantined(staff, waiting[0]?.id ?? "")).toEqual({ ok: true, became: "seat" });
  });

  it("a form with another address of a mailbox that has a seat gets the response of an unknown address and no second seat", async () => {
    await press(await signUpToConfirm());
    const form = (email: string) => ({ ...signup(2, email), formToken: site.formToken(signupPage) });
    const known = await postForm(form("person-1+again@example.com"));
    const stranger = await postForm(form("stranger@example.org"));
    expect([known.status, known.headers.get("location")]).toEqual([
      stranger.status,
      stranger.headers.get("location"),
    ]);
    expect(await seats()).toBe(2);
    // A seat is held for the second address, so the number of free seats changes in the same way.
    expect(await heldSeats()).toBe(1);
    expect(await messages("person-1+again@%")).toMatchObject([{ kind: "confirm-submission" }]);
    const held = (await quarantined()).find(({ input }) => input["email"] === "person-1+again@example.com");
    const refused = await press(linkTo(held?.id ?? ""));
    expect(refused.status).toBe(202);
    const words = wordsOf(await refused.text());
    expect(words).toContain("we reserve one seat per inbox");
    expect(words).not.toContain("your organization");
    expect(await seats()).toBe(2);
  });

  it("the owner of a mailbox takes over the seat that a stranger reserved with another address of it", async () => {
    const form = (n: number, email: string) => ({
      ...signup(n, email),
      formToken: site.formToken(signupPage),
    });
    await postForm(form(1, "owner+x@example.com"));
    // An email that is still queued at the takeover would be suppressed as outdated.
    const settled = site.db.selectFrom("letters").select("id").where("settledAt", "is not", null);
    const toStranger = settled.where("recipient", "=", "owner+x@example.com");
    await until("the first email to be delivered", async () => (await toStranger.execute()).length === 1);
    const answer = await postForm(form(2, "owner@example.com"));
    expect(answer.headers.get("location")).toBe("/check-your-email#event");
    const held = (await quarantined()).find(({ input }) => input["email"] === "owner@example.com");
    const pressed = await press(linkTo(held?.id ?? ""));
    expect(pressed.headers.get("location")).toBe("/linkedin-live-signup/registered");
    expect(await seats()).toBe(1);
    const kinds = (await messages("owner+x@%")).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(["event-place", "place-given-up"]);
    // A second press has no further effect.
    expect((await press(linkTo(held?.id ?? ""))).headers.get("location")).toBe(
      pressed.headers.get("location"),
    );
    expect(await seats()).toBe(1);
  });

  it.each(["without a form token", "with form tokens"])(
    "a stranger’s submissions %s do not prevent a person’s form or its confirmation email",
    async (how) => {
      const token = (page: string) => (how === "with form tokens" ? { formToken: site.formToken(page) } : {});
      const send = (path: string, endpoint: string, body: object) =>
        site.postJson(endpoint, { ...body, ...token(path) }, {}, office);
      for (let n = 0; n < 10; n += 1) {
        const body = anAssessment({ name: `Stranger ${n}`, email: "target@example.com" });
        await send(assessmentPage, assessmentEndpoint, body);
      }
      await send(signupPage, signupEndpoint, signup(1, "target+z@example.com"));
      // The person's own content, so that an email that is suppressed for it comes first.
      await send(signupPage, signupEndpoint, signup(2, "target@example.com"));
      expect(await messages("target%")).toHaveLength(2);

      const own = "203.0.113.99";
      const assessment = anAssessment({ name: "Target", email: "target@example.com" });
      const answer = await site.postForm(assessmentPage, { ...assessment }, {}, own);
      expect(answer.headers.get("location")).toContain("/result/");
      expect(await messages("target%")).toHaveLength(3);
    },
  );

  it("a stranger’s requests leave one confirmation email for the owner of the mailbox", async () => {
    for (let n = 0; n < 3; n += 1) {
      const body = anAssessment({ name: `Stranger ${n}`, email: "target@example.com" });
      await site.postJson(assessmentEndpoint, body, {}, office);
    }
    await postJson(signup(1, "target+z@example.com"));
    await postJson(signup(2, "target@example.com"));
    const own = "203.0.113.99";
    const answer = await site.postForm(signupPage, signup(2, "target@example.com"), {}, own);
    expect(answer.headers.get("location")).toBe("/check-your-email#event");
    const sent = await messages("target@%");
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual([
      "assessment-result",
      "assessment-result",
      "confirm-submission",
    ]);
  });

  it("forty colleagues behind one address all get seats by pressing their links", async () => {
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push((await postForm(signup(n))).headers.get("location"));
    expect(answers.filter((path) => path === "/linkedin-live-signup/registered")).toHaveLength(5);
    expect(answers.filter((path) => path === "/check-your-email#event")).toHaveLength(35);
    expect(await messages("person-%@example.com")).toHaveLength(40);

    const pressed = await Promise.all((await quarantined()).map(({ id }) => press(linkTo(id))));
    expect(new Set(pressed.map((response) => response.headers.get("location")))).toEqual(
      new Set(["/linkedin-live-signup/registered"]),
    );
    expect(await seats()).toBe(40);
  });

  it("a JSON call without a token gets 202 and the outcome", async () => {
    const response = await postJson(signup(1));
    expect(response.status).toBe(202);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({ data: { outcome: "confirmation-required" } });
  });

  it("the email states its reason and the held seat, and nothing from the form", async () => {
    await signUpToConfirm();
    const read = () =>
      site.db
        .selectFrom("letters")
        .select(["subject", "bodyText"])
        .where("kind", "=", "confirm-submission")
        .executeTakeFirstOrThrow();
    await until("the email to be written", async () => (await read()).bodyText !== null);
    const { subject, bodyText } = await read();
    expect(subject).toBe("Please confirm your sign-up for the live event");
    expect(bodyText).toContain("We’re holding a seat for you until 8:00 AM CST.");
    expect(bodyText).toMatch(/http:\/\/localhost:3000\/confirm\/[\w.-]+/);
    expect(bodyText).not.toContain("Person 1");
  });

  it("following the link changes nothing and displays the confirm button", async () => {
    const link = await signUpToConfirm();
    for (let time = 0; time < 2; time += 1) {
      const response = await site.request(link);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).toContain('<meta name="referrer" content="origin"/>');
      expect(wordsOf(html)).toContain("Confirm my sign-up");
      expect(html).not.toContain("person-1@example.com");
    }
    expect(await seats()).toBe(0);
    expect(await quarantined()).toMatchObject([{ releasedAt: null }]);
  });

  it("confirming twice, even concurrently, has the effect of confirming once", async () => {
    const link = await signUpToConfirm();
    const pressed = await Promise.all([press(link), press(link)]);
    pressed.push(await press(link), await site.request(link));
    expect(pressed.map((response) => response.headers.get("location"))).toEqual(
      Array.from({ length: 4 }, () => "/linkedin-live-signup/registered"),
    );
    expect(await seats()).toBe(1);
    const audit = site.db.selectFrom("auditEvents").select(["actorKind", "clientAddress"]);
    // The log is never deleted, so it contains no network address of a lead.
    expect(await audit.where("action", "=", "submission-released").execute()).toEqual([
      { actorKind: "nobody", clientAddress: null },
    ]);
  });

  it("a forged link returns 404", async () => {
    const link = await signUpToConfirm();
    for (const forged of [`${link.slice(0, -4)}AAAA`, link.replace(/[\da-f]{4}\./, "0000."), "/confirm/x"]) {
      expect((await site.request(forged)).status, forged).toBe(404);
      expect((await press(forged)).status, forged).toBe(404);
    }
    expect(await seats()).toBe(0);
  });

  it("a form on another site cannot confirm", async () => {
    const link = await signUpToConfirm();
    const headers = { origin: "https://evil.example" };
    expect((await site.request(link, { method: "POST", headers })).status).toBe(403);
    expect(await seats()).toBe(0);
  });

  it("a submission with the honeypot filled in cannot be confirmed and sends no email", async () => {
    await postForm({ ...signup(1), website: "https://spam.example" });
    const [held] = await quarantined();
    expect((await press(linkTo(held?.id ?? ""))).status).toBe(404);
    expect(await messages("%")).toEqual([]);
  });

  it.each(["before", "after"])(
    "a stranger’s honeypot submission %s it with the same content does not change a sign-up or its link",
    async (when) => {
      const poison = () => postJson({ ...signup(1), website: "x" });
      if (when === "before") await poison();
      await postJson(signup(1));
      if (when === "after") await poison();
      const rows = await site.db.selectFrom("quarantinedSubmissions").select(["id", "reason"]).execute();
      expect(rows.map(({ reason }) => reason).toSorted()).toEqual(["honeypot", "token"]);
      expect(await messages("person-1@%")).toMatchObject([{ kind: "confirm-submission" }]);
      const own = rows.find(({ reason }) => reason === "token");
      const pressed = await press(linkTo(own?.id ?? ""));
      expect(pressed.headers.get("location")).toBe("/linkedin-live-signup/registered");
    },
  );

  it("the page counts a held seat as taken until it expires", async () => {
    await signUpToConfirm();
    await site.refreshEvents();
    expect(wordsOf(await (await site.request(signupPage)).text())).toContain("99 seats left");
    clock.now = new Date(start.getTime() + 121 * 60_000);
    expect(wordsOf(await (await site.request(signupPage)).text())).toContain("Reserve one of 100 seats");
  });

  it("after a form is resent and accepted, the earlier link leads to the accepted record", async () => {
    const formToken = spamCheckKeys.issueFormToken("event-signup", "page-version-of-a-test", start);
    await postForm({ ...signup(1), formToken });
    const [held] = await quarantined();
    clock.now = new Date(start.getTime() + 3_000);
    const again = await postForm({ ...signup(1), formToken });
    expect(again.headers.get("location")).toBe("/linkedin-live-signup/registered");
    expect((await press(linkTo(held?.id ?? ""))).headers.get("location")).toBe(
      "/linkedin-live-signup/registered",
    );
    expect([await seats(), await heldSeats()]).toEqual([1, 0]);
    expect(await site.db.selectFrom("events").select("seatsHeldUntil").execute()).toEqual([
      { seatsHeldUntil: [] },
    ]);
  });

  it("a suspicious assessment is confirmed and leads to its result", async () => {
    const response = await site.postForm(
      assessmentPage,
      { ...anAssessment(), formToken: "forged" },
      {},
      office,
    );
    expect(response.headers.get("location")).toBe("/check-your-email");
    expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toEqual([]);
    const [held] = await quarantined();
    const pressed = await press(linkTo(held?.id ?? ""));
    const [path = ""] = (pressed.headers.get("location") ?? "").split("#");
    expect(path).toMatch(/^\/pre-loi-assessment\/result\/[\w-]+$/);
    expect((await site.request(path)).status).toBe(200);
    expect((await press(linkTo(held?.id ?? ""))).headers.get("location")).toBe(
      pressed.headers.get("location"),
    );
  });

  it("submissions over the daily quarantine limit of one address are refused, not dropped silently", async () => {
    await postJson(signup(1));
    await site.db
      .updateTable("rateLimits")
      .set((eb) => ({ count: eb("count", "+", 199) }))
      .execute();
    clock.now = new Date(start.getTime() + 11 * 60_000);
    const response = await postJson(signup(2));
    expect(response.status).toBe(429);
    expect(await quarantined()).toHaveLength(1);
  });

  it("explains the next step after the form", async () => {
    const html = await (await site.request("/check-your-email")).text();
    expect(html).toContain("Check your email");
    expect(html).toMatch(/<a class="num" href="tel:\+15125550142">\(512\)\s555-0142<\/a>/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe("without a mail server", () => {
  const site = testApp({ now: start });

  it("the page says that the team will review the request", async () => {
    const words = wordsOf(await (await site.request("/check-your-email")).text());
    expect(words).toContain("A member of our team will review it and contact you");
    expect(words).not.toMatch(/check your email|open the email|cannot send/i);
  });

  it("the page after a sign-up names the event and its time", async () => {
    await site.db.insertInto("events").values(anEvent()).execute();
    await site.refreshEvents();
    const html = await (await site.request("/check-your-email")).text();
    const [, event = ""] = html.split('id="event"');
    expect(wordsOf(event)).toMatch(
      /Live event Before the letter of intent When Thursday, December 17, 2026, 12:00\sPM\sCST Your seat/,
    );
  });
});
