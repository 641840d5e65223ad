import { describe, expect, test } from "vitest";
import { assessmentNotices } from "#app/assessments/questions/assessment.messages.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";
import {
  findFirstInvalidStep,
  findStartStep,
  getStepFields,
  lastStep,
  withoutErrors,
} from "./assessment-steps.ts";

const [, second = "q2", third = "q3"] = questionIds;

describe("errors", () => {
  const findings = { errors: { name: "a", [third]: "b" }, notice: assessmentNotices.incomplete };

  test("of changed fields disappear, and the others remain", () => {
    expect(withoutErrors(findings, ["name"])).toEqual({
      errors: { [third]: "b" },
      notice: assessmentNotices.incomplete,
    });
  });

  test("remove the notice when the last one disappears", () => {
    expect(withoutErrors(findings, ["name", third])).toEqual({ errors: {} });
  });
});

describe("steps", () => {
  test("ask for the contact details first and then one question each", () => {
    expect(getStepFields(0)).toEqual(["name", "phone", "email"]);
    expect(getStepFields(3)).toEqual([third]);
    expect(getStepFields(lastStep)).toEqual([questionIds.at(-1)]);
    expect(getStepFields(lastStep + 1)).toEqual([]);
  });

  test("start with the last one if the form only has to be resent", () => {
    const notice = assessmentNotices.failed;
    expect(findStartStep({ notice })).toBe(lastStep);
    expect(findStartStep({ notice, errors: { [second]: "x" } })).toBe(2);
    expect(findStartStep({})).toBe(0);
  });

  test("start with the first one that has an error", () => {
    expect(findFirstInvalidStep({})).toBe(0);
    expect(findFirstInvalidStep({ [third]: "x", [second]: "x" })).toBe(2);
    expect(findFirstInvalidStep({ [third]: "x", email: "x" })).toBe(0);
  });
});
