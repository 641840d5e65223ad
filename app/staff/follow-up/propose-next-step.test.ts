import { expect, test } from "vitest";
import { type NextStep, proposeNextStep } from "./propose-next-step.ts";

const none = { nextStep: "", nextStepOn: "" };
const due = { nextStep: "Send the checklist", nextStepOn: "2026-03-02" };
const later = { nextStep: "Send the checklist", nextStepOn: "2026-03-20" };
const callAgain = { nextStep: "Call again", nextStepOn: "2026-03-05" };

function propose(
  outcome: string,
  stored: NextStep,
  { untouched = stored, displayed = untouched }: { untouched?: NextStep; displayed?: NextStep } = {},
) {
  const days = { today: "2026-03-02", nextCallOn: "2026-03-05" };
  return proposeNextStep(outcome, { stored, untouched, displayed, ...days });
}

test.each([
  ["left-message", none, callAgain],
  ["reached", due, { ...callAgain, nextStep: "Follow up" }],
  ["reached", later, later],
  ["left-message", later, callAgain],
  ["", later, later],
  ["not-a-fit", later, none],
])("proposes a next step for the outcome “%s”", (outcome, stored, proposal) => {
  expect(propose(outcome, stored)).toEqual(proposal);
});

test("replaces its own proposal", () => {
  expect(propose("", later, { untouched: callAgain })).toEqual(later);
  expect(propose("", later, { untouched: none })).toEqual(later);
  expect(propose("not-a-fit", later, { untouched: callAgain })).toEqual(none);
});

test.each([
  ["a date", later, later, { ...later, nextStepOn: "2026-04-01" }],
  ["the date of a proposal", later, callAgain, { ...callAgain, nextStepOn: "2026-04-01" }],
  ["a date without a step", none, none, { nextStep: "", nextStepOn: "2026-04-01" }],
  ["a step", later, later, { ...later, nextStep: "Call" }],
  // A restored draft is such an input, because its form has proposed nothing yet.
  ["an emptied step", later, later, none],
])("keeps %s that was entered", (_, stored, untouched, displayed) => {
  for (const outcome of ["", "left-message", "booked", "not-a-fit"]) {
    expect(propose(outcome, stored, { untouched, displayed })).toBeUndefined();
  }
});
