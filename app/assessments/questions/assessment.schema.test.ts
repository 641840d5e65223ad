import { describe, expect, test } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { questionIds, questions } from "./questions.ts";
import { type AssessmentField, assessmentSchema, rejectionNotice } from "./assessment.schema.ts";

const filled = anAssessment();
const [first, second] = questions;

describe("the assessment", () => {
  test("is trimmed, with a lowercase email address", () => {
    const typed = { ...filled, name: "  Thomas Avery ", email: " T.Avery@Example.COM ", phone: " 1 " };
    expect(read(typed)).toEqual({ ok: true, value: { ...filled, phone: "1" } });
  });

  test("drops a score that the browser sends", () => {
    const typed = { ...filled, score: "21", scoreLevel: "Exit Ready" };
    expect(read(typed)).toEqual({ ok: true, value: filled });
  });

  test("names every field that is missing", () => {
    const form = read({});
    expect(form.ok ? {} : form.fieldErrors).toEqual({
      name: "Please enter your name",
      email: "Please enter your email address",
      phone: "Please enter your phone number",
      ...Object.fromEntries(questionIds.map((id) => [id, "Please choose one of the three answers"])),
    });
  });

  const invalid: [field: AssessmentField, value: string, message: string][] = [
    ["name", "   ", "Please enter your name"],
    ["name", "x".repeat(201), "Please use at most 200 characters"],
    ["name", "x".repeat(10_000), "Please use at most 200 characters"],
    ["name", "Tom\nAvery", "Please remove line breaks and invisible characters"],
    ["name", "Tom\r\nBcc: a@example.com", "Please remove line breaks and invisible characters"],
    ["name", "Tom\u0000Avery", "Please remove line breaks and invisible characters"],
    ["name", "Tom\u202EyrevA", "Please remove line breaks and invisible characters"],
    ["phone", "", "Please enter your phone number"],
    ["phone", "5".repeat(41), "Please use at most 40 characters"],
    ["phone", "512\t555", "Please remove line breaks and invisible characters"],
    ["email", `${"a".repeat(250)}@b.co`, "Please use at most 254 characters"],
    [first.id, first.options[2].value.toUpperCase(), "Please choose one of the three answers"],
    [second.id, first.options[2].value, "Please choose one of the three answers"],
    [second.id, "", "Please choose one of the three answers"],
    [second.id, "__proto__", "Please choose one of the three answers"],
  ];
  test.each(invalid)("rejects %s %j", (field, value, message) => {
    const form = read({ ...filled, [field]: value });
    expect(form.ok ? {} : form.fieldErrors).toEqual({ [field]: message });
  });

  test("rejects a lone surrogate, which only JSON can contain", () => {
    expect(assessmentSchema.safeParse({ ...filled, name: "Tom \uD800" }).error?.issues).toMatchObject([
      { path: ["name"], message: "Please remove line breaks and invisible characters" },
    ]);
  });

  test.each([
    "name@example.com",
    "first.last+sale@sub.example.co.uk",
    "o'neill@example.com",
    "x@xn--mller-kva.example",
    "1@2.example",
  ])("accepts the address %s", (email) => {
    expect(read({ ...filled, email })).toEqual({ ok: true, value: { ...filled, email } });
  });

  test.each([
    ["jürgen@müller.example", "jürgen@xn--mller-kva.example"],
    ["ceo@\uFF43orp.example", "ceo@corp.example"],
    ["ceo@ｇｍａｉｌ.com", "ceo@gmail.com"],
  ])("normalizes the address %s to %s, as mail servers do", (email, delivered) => {
    expect(read({ ...filled, email })).toEqual({ ok: true, value: { ...filled, email: delivered } });
  });

  test.each([
    "name",
    "name@",
    "@example.com",
    "name@example",
    "name@example..com",
    "name@-example.com",
    "name@example.com-",
    "na me@example.com",
    "name@exam ple.com",
    ".name@example.com",
    "name.@example.com",
    "na..me@example.com",
    "a@b@example.com",
    "name@127.0.0.1",
    "name@0x7f.0x1",
    "name@127.0.0x1",
    "name@0x7f.1",
    "name@１２７.0.0.0x1",
    "Thomas <t@example.com>",
    "a@example.com,b@example.com",
    "name@example.com\nBcc: b@example.com",
    "name\u0000@example.com",
  ])("rejects the address %j", (email) => {
    const form = read({ ...filled, email });
    expect(form.ok ? {} : form.fieldErrors).toEqual({ email: "Please enter a valid email address" });
  });

  // An expression that backtracks would reach the time limit of the test.
  test("rejects long invalid addresses", () => {
    expect(read({ ...filled, email: `${"a.".repeat(120)}@${"b-".repeat(5)}` }).ok).toBe(false);
    expect(read({ ...filled, email: `a@${"b".repeat(252)}` }).ok).toBe(false);
  });
});

describe("the notice above a rejected form", () => {
  test("asks for missing fields", () => {
    expect(rejectionNotice({ name: " " }, { name: "Please enter your name" }).title).toBe(
      "Please complete all fields",
    );
  });

  test("refers to the marked fields if none is missing", () => {
    const values = { ...filled, email: "name@example" };
    expect(rejectionNotice(values, { email: "Please enter a valid email address" }).title).toBe(
      "Fix the highlighted fields",
    );
  });
});

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseForm(assessmentSchema, form);
}
