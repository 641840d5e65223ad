import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Clock } from "#app/platform/clock.ts";

/**
 * What became of a submission. `quarantined`: stored for a confirmation or for staff. `refused`: over a limit, or to be changed by the
 * sender. `failed`: the program or its database could not store it, so a lead may be lost.
 */
export const submissionResults = ["stored", "quarantined", "refused", "failed"] as const;
export type SubmissionResult = (typeof submissionResults)[number];

/** Counts submissions since the process started. */
export type SubmissionCounts = {
  count(form: LeadForm, result: SubmissionResult): void;
  totals(): readonly { form: LeadForm; result: SubmissionResult; total: number }[];
  /** The number of failed submissions of the last five minutes. */
  recentFailures(): number;
};

const forms = ["assessment", "event-signup"] as const satisfies readonly LeadForm[];

const recentMs = 5 * 60_000;
/** Further failures within five minutes are not counted as recent, because more of them require the same response. */
const maxRecent = 1_000;

export function createSubmissionCounts(clock: Clock): SubmissionCounts {
  const totals = forms.flatMap((form) => submissionResults.map((result) => ({ form, result, total: 0 })));
  let failedAt: number[] = [];
  const dropOld = (): void => {
    const now = clock.now().getTime();
    failedAt = failedAt.filter((at) => at > now - recentMs && at <= now);
  };
  return {
    count(form, result) {
      const entry = totals.find((each) => each.form === form && each.result === result);
      if (entry !== undefined) entry.total += 1;
      if (result !== "failed") return;
      dropOld();
      if (failedAt.length < maxRecent) failedAt.push(clock.now().getTime());
    },
    totals: () => totals,
    recentFailures() {
      dropOld();
      return failedAt.length;
    },
  };
}
