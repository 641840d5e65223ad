import { proposedSteps } from "./follow-up-form.messages.ts";
import type { FollowUpValues } from "./follow-up-values.ts";

export type NextStep = Pick<FollowUpValues, "nextStep" | "nextStepOn">;

/**
 * Proposes a next step for an outcome. A stored step that is due later stays, except after a message was left or an email was sent. A step
 * that is due has been done by then. “Not a fit” ends the next step.
 * @param outcome also the status “Not a fit”
 * @param step.stored the next step in the person’s record
 * @param step.untouched the last proposal, or the stored step if nothing was proposed
 * @param step.displayed what the fields contain
 * @param step.today ISO date in the firm’s time zone
 * @param step.nextCallOn ISO date of a proposed step
 * @returns undefined if the person has changed the step or its date, which are then kept
 */
export function proposeNextStep(
  outcome: string,
  {
    stored,
    untouched,
    displayed,
    today,
    nextCallOn,
  }: { stored: NextStep; untouched: NextStep; displayed: NextStep; today: string; nextCallOn: string },
): NextStep | undefined {
  const isChanged =
    displayed.nextStep !== untouched.nextStep || displayed.nextStepOn !== untouched.nextStepOn;
  if (isChanged) return undefined;
  if (outcome === "not-a-fit") return { nextStep: "", nextStepOn: "" };
  const proposed = new Map<string, string>(Object.entries(proposedSteps)).get(outcome);
  if (proposed === undefined) return stored;
  const isDone = stored.nextStep === "" || (stored.nextStepOn !== "" && stored.nextStepOn <= today);
  const isAnswerAwaited = outcome === "left-message" || outcome === "emailed";
  return isDone || isAnswerAwaited ? { nextStep: proposed, nextStepOn: nextCallOn } : stored;
}
