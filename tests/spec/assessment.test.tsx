import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AssessmentForm } from "#app/assessments/form/assessment-form.tsx";
import { AssessmentResult } from "#app/assessments/result/assessment-result.tsx";
import { assessmentSchema, rejectionNotice } from "#app/assessments/questions/assessment.schema.ts";
import { levelMessages } from "#app/assessments/questions/assessment.messages.ts";
import { type Answers, questions, questionSetVersion } from "#app/assessments/questions/questions.ts";
import { findLevel, scoreAssessment } from "#app/assessments/questions/score.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, specifiedPartOf, wordsOf } from "./markup.ts";

const strongest: Answers = {
  q1: "ready",
  q2: "structured",
  q3: "documented",
  q4: "mapped",
  q5: "formal",
  q6: "ready",
  q7: "legacy",
};
const contact = { name: "Ada Byron", phone: "(512) 555-0100", email: "ada@example.com" };
const form = renderToStaticMarkup(<AssessmentForm formToken="token" />);

describe("specification section 3, assessment options", () => {
  test.each([
    ["q1", "readiness", ["panic", "mostly", "ready"]],
    ["q2", "tax plan", ["cpa", "talked", "structured"]],
    ["q3", "succession", ["noclue", "discussed", "documented"]],
    ["q4", "proceeds beneficiaries", ["havent", "family", "mapped"]],
    ["q5", "valuation knowledge", ["guessed", "estimate", "formal"]],
    ["q6", "buyer materials", ["piece", "good", "ready"]],
    ["q7", "biggest worry", ["taxes", "family", "legacy"]],
  ])("%s, %s: %j, scored 1, 2, 3", (id, _, values) => {
    const question = questions.find((each) => each.id === id);
    expect(question?.options.map(({ value }) => value)).toEqual(values);
    expect(question?.options.map(({ score }) => score)).toEqual([1, 2, 3]);
    const sent = [...form.matchAll(new RegExp(`name="${id}" (?:[^>]*? )?value="([^"]+)"`, "g"))];
    expect(sent.map(([, value]) => value)).toEqual(values);
  });

  test("seven questions, three options each", () => {
    expect(questions).toHaveLength(7);
    expect(form.match(/type="radio"/g)).toHaveLength(21);
  });
});

describe("specification section 9, levels", () => {
  test.each([
    [7, "Early Stage"],
    [10, "Early Stage"],
    [11, "Making Progress"],
    [16, "Making Progress"],
    [17, "Exit Ready"],
    [21, "Exit Ready"],
  ])("%i of 21: %s", (score, level) => {
    expect(findLevel(score)).toBe(level);
  });

  test("total 7 to 21; each level has its own message", () => {
    expect(scoreAssessment(strongest).score).toBe(21);
    const weakest = {
      q1: "panic",
      q2: "cpa",
      q3: "noclue",
      q4: "havent",
      q5: "guessed",
      q6: "piece",
      q7: "taxes",
    } as const;
    expect(scoreAssessment(weakest).score).toBe(7);
    expect(new Set(Object.values(levelMessages)).size).toBe(3);
  });
});

describe("specification section 5, validation", () => {
  const given = { ...contact, ...strongest };

  test.each(["name", "phone", "email", "q1", "q2", "q3", "q4", "q5", "q6", "q7"])(
    "without %s, the notification asks for all fields",
    (field) => {
      const refused = parse({ ...given, [field]: " " });
      expect(refused.ok).toBe(false);
      if (refused.ok) return;
      expect(Object.keys(refused.fieldErrors)).toEqual([field]);
      expect(rejectionNotice(refused.values, refused.fieldErrors)).toEqual({
        title: "Please complete all fields",
        description: "Fill in your contact information and answer all assessment questions.",
      });
    },
  );

  test("an invalid email: 'Please enter a valid email address'", () => {
    const refused = parse({ ...given, email: "ada at example.com" });
    expect(refused).toMatchObject({
      ok: false,
      fieldErrors: { email: "Please enter a valid email address" },
    });
  });

  test("fields also carry the browser's required attribute", () => {
    const inputs = specifiedPartOf(form).match(/<input [^>]*>/g) ?? [];
    expect(inputs).toHaveLength(24);
    expect(inputs.filter((input) => !input.includes("required"))).toEqual([]);
  });

  test("a submitted score is ignored, because the server computes it", () => {
    const read = parse({ ...given, score: "7", scoreLevel: "Early Stage" });
    expect(read).toEqual({ ok: true, value: given });
  });
});

describe("specification section 2, Pre-LOI assessment", () => {
  const result = renderToStaticMarkup(
    <AssessmentResult
      name="Ada Byron"
      answers={strongest}
      {...scoreAssessment(strongest)}
      questionSetVersion={questionSetVersion}
      takenAt={new Date("2026-11-20T12:00:00Z")}
      bookingUrl={practice.schedulingUrl}
      scripts={{ loader: "/assets/loader.js", island: "/assets/island.js" }}
    />,
  );

  test("the submit button: Get My Assessment Results", () => {
    expect(elementsIn(form, "button")).toContain("Get My Assessment Results");
  });

  test.each([
    ["score out of 21", "21 of 21"],
    ["level", "Exit Ready"],
    ["the level's message", levelMessages["Exit Ready"]],
  ])("the result shows the %s", (_, words) => {
    expect(wordsOf(result)).toContain(words);
  });

  test.each([
    ["Back to Article", "/blog/why-plan-before-loi", false],
    ["Schedule Your Strategy Call", practice.schedulingUrl, true],
  ])("%s leads to %s", (words, href, opensNewTab) => {
    expect(linksIn(result)).toContainEqual({ words, href, opensNewTab });
  });
});

function parse(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return parseForm(assessmentSchema, data);
}
