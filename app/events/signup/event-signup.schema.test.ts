import { describe, expect, test } from "vitest";
import { type EventSignupField, eventSignupSchema } from "./event-signup.schema.ts";

const filled = {
  name: "Thomas Avery",
  email: "t.avery@example.com",
  phone: "(737) 555-0164",
  questions: "What does an earn-out close?",
  topics: "ESOPs",
};

describe("a sign-up for the live event", () => {
  test("is trimmed, with a lowercase email address and normalized line breaks", () => {
    const typed = { ...filled, name: " Thomas Avery ", email: " T.Avery@Example.COM", topics: "a\r\nb\rc " };
    expect(eventSignupSchema.parse(typed)).toEqual({ ...filled, topics: "a\nb\nc" });
  });

  test.each([[undefined], [null], [""], ["  \n "], ["\u200b"]])("treats %j as omitted", (omitted) => {
    const typed = { ...filled, phone: omitted, questions: omitted, topics: omitted };
    expect(eventSignupSchema.parse(typed)).toEqual({ ...filled, phone: null, questions: null, topics: null });
  });

  test.each(["José “Pepe” O’Neill-Ibáñez, Jr.", 'Tom "T" Avery', "王小明", "Νίκη Παπαδοπούλου", "محمد علي"])(
    "keeps the name %j unchanged",
    (name) => {
      expect(eventSignupSchema.parse({ ...filled, name }).name).toBe(name);
    },
  );

  test.each([
    ["josé@exämple.com", "josé@xn--exmple-cua.com"],
    ["用户@例子.公司", "用户@xn--fsqu00a.xn--55qx5d"],
    ["o'neill+live@example.co.uk", "o'neill+live@example.co.uk"],
  ])("normalizes the address %s to %s", (email, delivered) => {
    expect(eventSignupSchema.parse({ ...filled, email }).email).toBe(delivered);
  });

  test("accepts a phone number with letters, for extensions and vanity numbers", () => {
    expect(eventSignupSchema.parse({ ...filled, phone: "1-800-FLOWERS ext. 12" }).phone).toBe(
      "1-800-FLOWERS ext. 12",
    );
  });

  const invalid: [EventSignupField, unknown, string][] = [
    ["name", "Tom\r\nBcc: a@example.com", "Please remove line breaks and invisible characters"],
    ["name", "Tom\u202eyrevA", "Please remove line breaks and invisible characters"],
    ["name", "x".repeat(201), "Please use at most 200 characters"],
    ["name", "\u{1F600}", "Name must be at least 2 characters"],
    ["name", ["Tom", "Avery"], "Name must be at least 2 characters"],
    ["email", `${"a".repeat(308)}@example.com`, "Please use at most 254 characters"],
    ["email", "tom@example.com\r\nBcc: a@example.com", "Please enter a valid email address"],
    ["email", 7, "Please enter a valid email address"],
    ["phone", "5".repeat(41), "Please use at most 40 characters"],
    ["phone", "512\n555", "Please remove line breaks and invisible characters"],
    ["questions", "x".repeat(4_001), "Please use at most 4000 characters"],
    ["topics", "a\u0000b", "Please remove invisible characters"],
  ];
  test.each(invalid)("rejects %s %j", (field, value, message) => {
    expect(eventSignupSchema.safeParse({ ...filled, [field]: value }).error?.issues).toMatchObject([
      { path: [field], message },
    ]);
  });

  test("drops unknown fields", () => {
    expect(eventSignupSchema.parse({ ...filled, state: "seat", eventId: "1" })).toEqual(filled);
  });
});
