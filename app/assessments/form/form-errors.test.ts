import { describe, expect, test } from "vitest";
import { assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { fieldsOf, firstStepToMend, lastStep, stepToStartAt } from "./assessment-steps.ts";
import { withoutErrors } from "./form-errors.ts";

describe("findings", () => {
  const found = { errors: { name: "a", q3: "b" }, notice: assessmentNotices.incomplete };

  test("lose the error of a field that is changed, and keep the rest", () => {
    expect(withoutErrors(found, ["name"])).toEqual({
      errors: { q3: "b" },
      notice: assessmentNotices.incomplete,
    });
  });

  test("lose the notice with the last error", () => {
    expect(withoutErrors(found, ["name", "q3"])).toEqual({ errors: {} });
  });
});

describe("steps", () => {
  test("ask for the contact details first and then for one answer each", () => {
    expect(fieldsOf(0)).toEqual(["name", "phone", "email"]);
    expect(fieldsOf(3)).toEqual(["q3"]);
    expect(fieldsOf(lastStep)).toEqual(["q7"]);
    expect(fieldsOf(lastStep + 1)).toEqual([]);
  });

  test("start at the end where the form is only to be sent again", () => {
    const notice = assessmentNotices.failed;
    expect(stepToStartAt({ notice })).toBe(lastStep);
    expect(stepToStartAt({ notice, errors: { q2: "x" } })).toBe(2);
    expect(stepToStartAt({})).toBe(0);
  });

  test("start where something is to be mended", () => {
    expect(firstStepToMend({})).toBe(0);
    expect(firstStepToMend({ q5: "x", q2: "x" })).toBe(2);
    expect(firstStepToMend({ q5: "x", email: "x" })).toBe(0);
  });
});
