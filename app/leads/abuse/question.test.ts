import { describe, expect, test } from "vitest";
import { createAbuseKeys } from "./abuse-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { questionWords } from "./question-words.ts";

const keys = createAbuseKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"]));
const fingerprint = "c29tZS1maW5nZXJwcmludC1vZi1zb21lLWNvbnRlbnQ";
const about = { form: "assessment", fingerprint } as const;
const askedAt = new Date("2026-11-21T10:00:00Z");
const minutesLater = (minutes: number): Date => new Date(askedAt.getTime() + minutes * 60_000);

const { token, word } = keys.askQuestion(about, askedAt);
const read = (answer: string | null, at = minutesLater(1)) =>
  keys.readAnswer({ form: "assessment", question: token, answer }, at);

describe("an answer", () => {
  test("is right where the word was typed", () => {
    expect(read(word)).toMatchObject({ isRight: true, word, fingerprint });
  });

  test.each([
    ["in capital letters", (right: string) => right.toUpperCase()],
    ["with spaces around and between", (right: string) => ` ${right.split("").join(" ")}\n`],
    ["in quotation marks, with a full stop", (right: string) => `“${right}.”`],
    ["in full-width letters", (right: string) => right.replaceAll(/./g, toFullWidth)],
  ])("is right %s", (_how, typed) => {
    expect(read(typed(word))?.isRight).toBe(true);
  });

  test.each([
    ["another word", (right: string) => questionWords.find((other) => other !== right) ?? ""],
    ["nothing", () => ""],
    ["less than the word", (right: string) => right.slice(1)],
    ["more than the word", (right: string) => `${right}s`],
    ["all words", () => questionWords.join(" ")],
  ])("is wrong where %s was typed", (_what, typed) => {
    expect(read(typed(word))?.isRight).toBe(false);
  });

  test("is wrong where there is none", () => {
    expect(read(null)?.isRight).toBe(false);
  });

  test.each([
    [0, true],
    [60, true],
    [60.001, false],
    [24 * 60, false],
    [-1, false],
  ])("%s minutes later counts: %s", (minutes, isRight) => {
    expect(read(word, minutesLater(minutes))?.isRight).toBe(isRight);
  });

  test("to a question of another form, or to none of ours, is none", () => {
    const given = { question: token, answer: word };
    expect(keys.readAnswer({ ...given, form: "event-signup" }, askedAt)).toBeUndefined();
    expect(keys.readAnswer({ ...given, form: "assessment", question: null }, askedAt)).toBeUndefined();
    expect(keys.readAnswer({ ...given, form: "assessment", question: `x${token}` }, askedAt)).toBeUndefined();
  });
});

describe("a question", () => {
  test("is never asked with the word of the last one", () => {
    const next = Array.from(
      { length: 500 },
      () => keys.askQuestion({ ...about, unlike: word }, askedAt).word,
    );
    expect(next).not.toContain(word);
  });

  test("has one of many words, whatever it is asked about", () => {
    const asked = Array.from({ length: 500 }, () => keys.askQuestion(about, askedAt).word);
    expect(new Set(asked).size).toBeGreaterThan(20);
  });

  test("does not show its word in its token", () => {
    const shown = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("latin1");
    expect(token + shown).not.toContain(word);
  });
});

test("every word can be typed as it stands, and there is one of each", () => {
  expect(questionWords.filter((one) => !/^[a-z]{5,8}$/.test(one))).toEqual([]);
  expect(new Set(questionWords).size).toBe(questionWords.length);
});

function toFullWidth(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x61 + 0xff41);
}
