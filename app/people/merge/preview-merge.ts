import type { PersonStatus } from "#app/data/schema/people.ts";

/** The status of a merged record is the later one in this order. */
export const statusOrder = [
  "new",
  "not-a-fit",
  "contacted",
  "booked",
  "client",
] as const satisfies PersonStatus[];

type Values = {
  status: PersonStatus;
  ownerId: string | null;
  company: string | null;
  nextStep: string | null;
  nextStepOn: string | null;
};

/** The values of the kept record after a merge: empty fields take the values of the other record, and the later status wins. */
export function previewMerge<Kept extends Values>(kept: Kept, removed: Values): Kept {
  const isLater = statusOrder.indexOf(removed.status) > statusOrder.indexOf(kept.status);
  return {
    ...kept,
    status: isLater ? removed.status : kept.status,
    ownerId: kept.ownerId ?? removed.ownerId,
    company: kept.company ?? removed.company,
    nextStep: kept.nextStep ?? removed.nextStep,
    nextStepOn: kept.nextStep === null ? removed.nextStepOn : kept.nextStepOn,
  };
}
