import { describe, expect, test } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import {
  answerTo,
  crowd,
  newToken,
  pageVersion,
  plain,
  secondsLater,
  sendTo,
  sentOf,
  servedAt,
  type Try,
} from "#tests/kit/abuse-tries.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { dropHeld, holdSubmission } from "./quarantine.server.ts";

const { db } = testDatabase();
const send = sendTo(db);
const hour = 3_600;

describe("an answer", () => {
  const doubts: [string, () => Promise<Try>][] = [
    ["haste", async () => ({ at: servedAt, evidence: { formToken: newToken() } })],
    ["no token", async () => ({ evidence: {} })],
    ["an outdated token", async () => ({ at: secondsLater(30 * hour), evidence: { formToken: newToken() } })],
    [
      "a replay",
      async () => {
        const formToken = newToken();
        await send({ name: "The first", email: "first@example.com", evidence: { formToken } });
        return { evidence: { formToken } };
      },
    ],
    [
      "a crowd",
      async () => {
        await Promise.all(crowd(attemptLimits.askedByAddress.most, { from: "203.0.113.9" }).map(send));
        return { evidence: { formToken: newToken() } };
      },
    ],
  ];

  test.each(doubts)("does away with the doubt because of %s, and can be sent again", async (_doubt, make) => {
    const attempt = await make();
    const answer = answerTo(await send(attempt));
    const answered = { ...attempt, evidence: { ...attempt.evidence, ...answer } };
    expect(plain(await send(answered))).toBe("pass");
    expect(plain(await send(answered))).toBe("pass");
  });

  test("helps nobody who has sent far too many", async () => {
    const attempt: Try = { evidence: {} };
    const answer = answerTo(await send(attempt));
    await Promise.all(crowd(attemptLimits.refusedByAddress.most, { from: "203.0.113.9" }).map(send));
    expect(plain(await send({ evidence: answer }))).toBe("too-many");
  });

  test("does not turn a program that was caught into a person", async () => {
    const answer = answerTo(await send({ evidence: {} }));
    expect(plain(await send({ evidence: { ...answer, website: "x" } }))).toBe("decoy");
  });

  test("that is wrong, or comes too late, leads to another question with another word", async () => {
    const first = answerTo(await send({ evidence: {} }));
    const wrong = await send({ evidence: { ...first, answer: "no idea" } });
    expect(plain(wrong)).toBe("ask: token");
    const second = answerTo(wrong);
    expect(second.answer).not.toBe(first.answer);
    const late = await send({ at: secondsLater(60 + 3_601), evidence: second });
    expect(plain(late)).toBe("ask: token");
    expect(answerTo(late).answer).not.toBe(second.answer);
  });

  test("that is wrong never leads to the same word again", async () => {
    const { question, answer } = answerTo(await send({ evidence: {} }));
    // Of so many questions with any word, some would have this one.
    const asked = await Promise.all(
      crowd(250, { evidence: { question, answer: "no idea" } }).map((attempt, index) =>
        send({ ...attempt, from: `198.51.${index % 100}.${index}` }),
      ),
    );
    expect(asked.map((verdict) => answerTo(verdict).answer)).not.toContain(answer);
  });

  test("counts once, for one content", async () => {
    const answer = answerTo(await send({ evidence: {} }));
    expect(plain(await send({ evidence: answer }))).toBe("pass");
    expect(plain(await send({ name: "Somebody else", evidence: answer }))).toBe("ask: token");
  });

  test("may come with corrected fields", async () => {
    const formToken = newToken();
    const answer = answerTo(await send({ at: servedAt, evidence: { formToken } }));
    expect(plain(await send({ name: "Ada Lovelace", evidence: { formToken, ...answer } }))).toBe("pass");
  });

  test("is of no use in the other form", async () => {
    const answer = answerTo(await send({ evidence: {} }));
    expect(plain(await send({ form: "event-signup", evidence: answer }))).toBe("ask: token");
  });
});

describe("a verdict", () => {
  test("names the page on which the form stood, wherever a token of ours says it", async () => {
    const late = { at: secondsLater(48 * hour), evidence: { formToken: newToken() } };
    for (const attempt of [{ evidence: { formToken: newToken() } }, late]) {
      expect(await send(attempt)).toMatchObject({ pageVersion });
    }
    expect(await send({ evidence: { formToken: newToken(), website: "x" } })).toEqual({
      kind: "decoy",
      pageVersion,
    });
    expect(await send({ evidence: { formToken: `x${newToken()}` } })).toMatchObject({ pageVersion: null });
  });

  test("names what was held of the same sender, also where a field was corrected since", async () => {
    const typed = { evidence: {} };
    const first = await send(typed);
    await hold(typed);
    expect(first).toMatchObject({ superseded: [] });

    const corrected = { name: "Ada Lovelace", evidence: { ...answerTo(first), answer: "wrong" } };
    const second = await send(corrected);
    expect(second).toMatchObject({ kind: "ask", superseded: [sentOf(typed).fingerprint] });
    await hold(corrected);
    await dropHeld(db, [sentOf(typed).fingerprint]);

    expect(await send({ ...corrected, evidence: answerTo(second) })).toMatchObject({
      kind: "pass",
      superseded: [sentOf(corrected).fingerprint],
    });
  });

  test("does not touch what a stranger has sent, nor what was answered as if it had been taken", async () => {
    await hold({ name: "A stranger", evidence: {} });
    await hold({ evidence: { website: "x" } });
    expect(await send({ evidence: { formToken: newToken() } })).toMatchObject({ superseded: [] });
  });
});

function hold(attempt: Try) {
  const { form, fingerprint, email, evidence } = sentOf(attempt);
  return holdSubmission(db, {
    form,
    reason: evidence.website === "" ? "token" : "honeypot",
    at: secondsLater(60),
    input: { email },
    sender: {},
    fingerprint,
    resultKey: null,
  });
}
