import { describe, expect, it } from "vitest";
import { currentConsentVersion } from "#content/consent.ts";
import { practice } from "#content/practice.ts";
import { questions } from "#app/assessments/questions/questions.ts";
import { highestScore } from "#app/assessments/questions/score.ts";
import { anAssessment, answersScoring, assessmentScore } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { until } from "#tests/kit/running-server.ts";

const site = testApp();
const endpoint = "/functions/v1/pre-loi-assessment";
const formPath = "/pre-loi-assessment";

const [firstQuestion, secondQuestion] = questions;
const submission = anAssessment({ email: "T.Avery@Example.com" });

const countRows = async (): Promise<number> =>
  (await site.db.selectFrom("preLoiAssessments").select("id").execute()).length;

describe("the JSON endpoint", () => {
  it("accepts the specified body, ignores its score and computes the score", async () => {
    const response = await site.postJson(endpoint, {
      ...submission,
      score: highestScore,
      scoreLevel: "Exit Ready",
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { score: assessmentScore, scoreLevel: "Making Progress" },
    });
    const rows = await site.db.selectFrom("preLoiAssessments").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      name: "Thomas Avery",
      email: "t.avery@example.com",
      score: assessmentScore,
      scoreLevel: "Making Progress",
      ...answersScoring(2, 1, 2, 1, 2, 2, 3),
    });
  });

  it("queues the emails to the firm and the sender in the same transaction", async () => {
    await site.postJson(endpoint, submission);
    const listEmails = () => site.db.selectFrom("letters").selectAll().orderBy("kind", "desc").execute();
    expect((await listEmails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["new-assessment", practice.email],
      ["assessment-result", submission.email.toLowerCase()],
    ]);
    await until("the emails to be stored", async () =>
      (await listEmails()).every(({ state }) => state === "kept"),
    );
    const letters = await listEmails();
    expect(letters[0]?.bodyText).toContain("Thomas Avery");
    expect(letters[0]?.bodyText).toContain(practice.postalAddress.street);
    expect(letters[0]?.subject).not.toContain("Avery");
  });

  it("stores one row for the same body sent twice, even concurrently", async () => {
    const body = { ...submission, formToken: site.formToken(formPath) };
    const responses = await Promise.all(Array.from({ length: 8 }, () => site.postJson(endpoint, body)));
    const answers = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(answers).size).toBe(1);
    expect(await countRows()).toBe(1);
  });

  const send = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await site.postJson(endpoint, body, headers);
    const { data } = (await answer.json()) as { data: { score: number; resultUrl: string | null } }; // the documented shape
    return data;
  };

  it("returns the result URL again only for the same form token or Idempotency-Key", async () => {
    const formToken = site.formToken(formPath);
    const headers = { "idempotency-key": "mine" };
    const byToken = await send({ ...submission, formToken });
    const byKey = await send({ ...submission, ...answersScoring(3) }, headers);
    for (const { resultUrl } of [byToken, byKey]) expect(resultUrl).toMatch(/\/result\/[\w-]{32}$/);
    expect(await send({ ...submission, formToken })).toEqual(byToken);
    expect(await send({ ...submission, ...answersScoring(3) }, headers)).toEqual(byKey);
    expect(await countRows()).toBe(2);
  });

  it.each([
    ["without a token", {}, {}],
    ["with a token from another form", { formToken: () => site.formToken(formPath) }, {}],
    ["with a made-up token", { formToken: () => "stranger" }, {}],
    ["with a different Idempotency-Key", {}, { "idempotency-key": "theirs" }],
    ["with the honeypot filled in", { website: () => "x" }, {}],
  ])("hides the result URL from others who send the content %s", async (_how, more, headers) => {
    const stranger = Object.fromEntries(Object.entries(more).map(([name, make]) => [name, make()]));
    const stored = await send({ ...submission, formToken: site.formToken(formPath) });
    const key = stored.resultUrl?.split("/").at(-1) ?? "";
    const response = await site.postJson(endpoint, { ...submission, ...stranger }, headers);
    const answer = await response.text();
    expect(key).toHaveLength(32);
    expect(answer).not.toContain(key);
    expect(await countRows()).toBe(1);
    // The confirmation email goes to the submitted mailbox and contains no result URL.
    const letters = await site.db
      .selectFrom("letters")
      .select("kind")
      .where("kind", "<>", "confirm-submission")
      .execute();
    expect(letters).toHaveLength(2);
  });

  it("does not reveal the result URL of a quarantined assessment to a later sender of the same content", async () => {
    const first = await send({ ...submission, website: "x" });
    expect(first.resultUrl).toMatch(/\/result\/[\w-]{32}$/);
    expect(await send({ ...submission, website: "x" })).toMatchObject({
      score: assessmentScore,
      resultUrl: null,
    });
  });

  it("responds equally to one Idempotency-Key and content, also concurrently and over the limits", async () => {
    const headers = { "idempotency-key": "one-key" };
    const post = () => site.postJson(endpoint, submission, headers);
    const responses = await Promise.all(Array.from({ length: 20 }, post));
    responses.push(await post());
    const answers = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(answers).size).toBe(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countRows()).toBe(1);
    expect(await site.db.selectFrom("quarantinedSubmissions").select("id").execute()).toEqual([]);
  });

  it("stores one row for one Idempotency-Key and content", async () => {
    const headers = { "idempotency-key": "0d4b7f0e-one" };
    const first = await send(submission, headers);
    expect(await send(submission, headers)).toEqual(first);
    expect(await countRows()).toBe(1);
  });

  it("stores nothing for a retry with the same Idempotency-Key, not even another consent", async () => {
    const headers = { "idempotency-key": "consent" };
    const formToken = site.formToken(formPath);
    const withConsent = (byEmail: string) =>
      send(
        { ...submission, formToken, consentWording: currentConsentVersion, consentByEmail: byEmail },
        headers,
      );
    const first = await withConsent("yes");
    for (const byEmail of ["", "yes", ""]) expect(await withConsent(byEmail)).toEqual(first);
    expect(await site.db.selectFrom("consentReceipts").select("byEmail").execute()).toEqual([
      { byEmail: true },
    ]);
  });

  it("does not let the Idempotency-Key of one client affect another client", async () => {
    const headers = { "idempotency-key": "1" };
    const first = await send(submission, headers);
    const other = { ...submission, name: "Ruth Baker", email: "ruth@example.org" };
    const response = await site.postJson(endpoint, other, headers);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { resultUrl: string | null } }; // the documented shape
    expect(data.resultUrl).toMatch(/\/result\/[\w-]{32}$/);
    expect(data.resultUrl).not.toBe(first.resultUrl);
    expect(await countRows()).toBe(2);
  });

  it("stores two rows for two keys", async () => {
    await site.postJson(endpoint, submission, { "idempotency-key": "first" });
    await site.postJson(endpoint, submission, { "idempotency-key": "second" });
    expect(await countRows()).toBe(2);
  });

  const long = "a".repeat(10_000);
  it.each([
    ["malformed JSON", "{", 400, []],
    ["a list", "[]", 400, []],
    ["a bare null", "null", 400, []],
    ["a missing field", { ...submission, phone: undefined }, 400, ["phone"]],
    ["an empty name", { ...submission, name: "  " }, 400, ["name"]],
    ["an invalid email", { ...submission, email: "avery" }, 400, ["email"]],
    ["an unknown option", { ...submission, [firstQuestion.id]: "maybe" }, 400, [firstQuestion.id]],
    [
      "another type",
      { ...submission, [firstQuestion.id]: 3, name: { first: "T" } },
      400,
      ["name", firstQuestion.id],
    ],
    ["a name of 10 kB", { ...submission, name: long }, 400, ["name"]],
    ["control characters", { ...submission, name: "Thomas\u0007Avery" }, 400, ["name"]],
    ["a line break", { ...submission, name: "Thomas\r\nBcc: x@example.com" }, 400, ["name"]],
    ["a NUL", { ...submission, phone: "555\u0000" }, 400, ["phone"]],
  ])("refuses %s with field errors, and stores nothing", async (_what, body, status, fields) => {
    const response = await site.postJson(endpoint, body);
    const answer: unknown = await response.json();
    expect(response.status).toBe(status);
    expect(answer).toMatchObject({ error: { kind: "invalid" } });
    const errors = answer as { error: { fields?: Record<string, string> } }; // matched above
    expect(Object.keys(errors.error.fields ?? {})).toEqual(fields);
    expect(JSON.stringify(answer)).not.toMatch(/zod|sql|stack|node_modules/i);
    expect(await countRows()).toBe(0);
  });

  it("refuses another content type with 415 and an oversized body with 413", async () => {
    const plain = await site.postJson(endpoint, submission, { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    const large = await site.postJson(endpoint, { ...submission, name: "a".repeat(100_000) });
    expect(large.status).toBe(413);
    expect(await countRows()).toBe(0);
  });

  it("answers other methods with 405 and the documented error body", async () => {
    const response = await site.request(endpoint);
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: { kind: "not-allowed" } });
  });

  it("never logs the entries", async () => {
    site.logged.length = 0;
    await site.postJson(endpoint, submission);
    await site.postJson(endpoint, `{"name":"Thomas Avery"`);
    await site.postJson(endpoint, { ...submission, email: "t.avery" });
    const log = JSON.stringify(site.logged, (_key, value: unknown) =>
      value instanceof Error ? `${value.message} ${String(value.cause)}` : value,
    );
    expect(log).not.toMatch(/avery|555-0164/i);
  });
});

describe("the form without scripting", () => {
  it("redirects to the result at an unguessable URL", async () => {
    const response = await site.postForm(formPath, submission);
    expect(response.status).toBe(303);
    const location = response.headers.get("location") ?? "";
    expect(location).toMatch(/^\/pre-loi-assessment\/result\/[\w-]{32}/);
    const result = await site.request(location);
    const html = await result.text();
    expect(result.status).toBe(200);
    expect(html).toContain("Making Progress");
    expect(result.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect((await site.request(location)).status).toBe(200);
  });

  it("says that we already have the answers if another form sends them, without the result URL", async () => {
    const first = await site.postForm(formPath, submission);
    const key = (first.headers.get("location") ?? "").split("/").at(-1)?.slice(0, 32) ?? "";
    const response = await site.postForm(formPath, submission);
    const html = await response.text();
    expect([key.length, response.status]).toEqual([32, 200]);
    // Nothing is wrong, so it is not announced as an error.
    expect(html).toMatch(/<div class="message" role="status"[^>]*><p><b>We already have these answers/);
    expect(html).toContain(`Your score is ${assessmentScore} of ${highestScore} (Making Progress).`);
    expect(html).not.toContain(key);
    expect(await countRows()).toBe(1);
  });

  it("redirects to the result when the same form is resent", async () => {
    const fields = { ...submission, formToken: site.formToken(formPath) };
    const [one, other] = [await site.postForm(formPath, fields), await site.postForm(formPath, fields)];
    expect(other.headers.get("location")).toBe(one.headers.get("location"));
    expect([one.status, other.status]).toEqual([303, 303]);
  });

  it("keeps all entries if a field is missing, and says which", async () => {
    const response = await site.postForm(formPath, {
      ...submission,
      [firstQuestion.id]: "",
      email: "t.avery@",
    });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain("Please complete all fields");
    expect(html).toContain("Please enter a valid email address");
    expect(html).toContain('value="Thomas Avery"');
    expect(html).toContain('value="t.avery@"');
    expect(html).toMatch(new RegExp(`<input (?=[^>]*checked)[^>]*value="${submission[secondQuestion.id]}"`));
    expect(await countRows()).toBe(0);
  });

  it("escapes the entries", async () => {
    const response = await site.postForm(formPath, {
      ...submission,
      name: '"><script>alert(1)</script>',
      [firstQuestion.id]: "",
    });
    expect(await response.text()).not.toContain("<script>alert(1)");
  });

  it("returns the not-found page for an unknown result", async () => {
    const response = await site.request("/pre-loi-assessment/result/unknown");
    expect(response.status).toBe(404);
  });

  it("never logs the URL of a result", async () => {
    const location = (await site.postForm(formPath, submission)).headers.get("location") ?? "";
    site.logged.length = 0;
    await site.request(location);
    const key = location.split("/").at(-1) ?? "";
    expect(key.length).toBeGreaterThan(20);
    expect(JSON.stringify(site.logged)).not.toContain(key.slice(0, 32));
  });
});
