import type { ChangeState } from "#app/publishing/changes/change-store.server.ts";

export const stateNames = {
  draft: "Draft",
  submitted: "Waiting for approval",
  approved: "Scheduled",
  published: "Published",
  rejected: "Returned",
  discarded: "Discarded",
} as const satisfies Record<ChangeState, string>;

/** More would not fit into a message. */
const maxLinks = 5;

export const refusals = {
  unclear: "The request was incomplete. Load the page again.",
  closed: (state: ChangeState) =>
    `Nothing was saved, because the change is now “${stateNames[state]}”. Reload the page to see its current status.`,
  changed: (by: string, at: string) => `${by} saved this draft on ${at}. Compare the versions below.`,
  changedDecision: "The change was edited in the meantime. Look at it again before you decide.",
  unchanged: "Saved, but not submitted: the draft does not differ from the published version.",
  "no-reason": "Saved, but not submitted: enter a reason for the change.",
  mistakes: "Saved, but not submitted: correct the errors first.",
  "too-long": "The text is too long to be saved. Shorten it.",
  unknown: "The change does not exist.",
  own: "Another person must approve the change.",
  "published-since":
    "Another version was published after this change was started. Return it to the author, who can update the draft or restore the release again.",
  invalid: "The document has errors. Return it to the author.",
  "not-rendered":
    "A page could not be rendered with this change, so nothing was published. Return it to the author.",
  links: (links: readonly { path: string; target: string }[]) =>
    `Nothing was published, because pages would refer to an article or a picture that does not exist: ${links
      .slice(0, maxLinks)
      .map(({ path, target }) => `${path} refers to ${target}`)
      .join("; ")}. Correct them first.`,
  claims:
    "Claims in this change have no evidence, or evidence that has expired. Attach evidence to them or waive them, then approve.",
  time: "Enter a date and a time in the future.",
  skippedTime: "Clocks skip that hour on that day. Choose another time.",
  decisionReason: "Enter a reason.",
  "no-discard-reason": "Enter a reason.",
  "not-author": "Only a person who wrote or submitted the change can edit it again.",
} as const;

export const changesTexts = {
  heading: "Changes",
  none: "The draft does not differ from the published version.",
  compared: (from: string, to: string, count: number) =>
    `${from} to ${to}: ${count === 1 ? "1 field changed" : `${count} fields changed`}`,
  more: (count: number) => `${count} more fields are not listed.`,
  history: "History",
  noHistory: "No earlier changes.",
  show: "Show changes",
  published: (release: number) => `Published as release ${release}`,
  byAuthor: (author: string) => `Written by ${author}.`,
  submitted: (by: string) => `Submitted by ${by}.`,
  decided: (state: ChangeState, by: string) =>
    state === "published" ? `Approved by ${by}.` : `Last decided by ${by}.`,
  ownApproval: "Approved by its author.",
  earlierDecision: (by: string, at: string) => `Decided before by ${by}, ${at}.`,
} as const;

export const approvalTexts = {
  heading: "Approval",
  about: "Approval publishes the change on every server. The reason goes into the record.",
  waits: "An owner must approve this change.",
  own: "This is your own change. You can approve it; the record says that its author approved it.",
  secondPerson:
    "This is your own change, and the firm requires a second person. Another owner must approve it.",
  note: "Note",
  noteHint: "Optional. Kept in the history.",
  approve: "Approve and publish",
  approveNow: "Publish now",
  schedule: "Approve and schedule",
  date: "Date",
  time: (zone: string) => `Time (${zone})`,
  return: "Return to author",
  returnReason: "Reason for the return",
} as const;

export const discardTexts = {
  discard: "Discard draft",
  discardChange: "Discard change",
  confirm: "Discard",
  hint: "The change is closed without being published. Its text stays in the history.",
  reason: "Reason for discarding",
  reasonHint: "Another person has submitted this change. The reason stays in the history.",
} as const;

export const doneTexts = {
  started: "Draft started.",
  saved: "Draft saved.",
  added:
    "Article created. Fill in the fields at the top, then write the article below the second line of dashes (---).",
  withdrawn: "Article removed from the draft. It leaves the site when this change is published.",
  submitted: "Submitted for approval.",
  reopened: "Taken back. Edit the draft, then submit it again.",
  discarded: "Draft discarded. The site is unchanged.",
  returned: "Returned to the author.",
  scheduled: "Approved. It will be published at the chosen time.",
  rebased: "Draft updated with the published version.",
  bound: "Evidence attached.",
  waived: "Waived.",
} as const;

export function describeDone(done: string | null, release: string | null): string | undefined {
  if (done === "published" && release !== null && /^\d{1,9}$/.test(release)) {
    return `Published as release ${release}. Every server shows it within a second.`;
  }
  return isDone(done) ? doneTexts[done] : undefined;
}

function isDone(done: string | null): done is keyof typeof doneTexts {
  return done !== null && Object.hasOwn(doneTexts, done);
}

export const cellTexts = { fromBuild: "Changed in a build", failed: "Not published" } as const;

export const releaseTexts = {
  content: "Content",
  about: "Each release is a complete snapshot of the site’s content and never changes.",
  columns: {
    release: "Release",
    published: "Published",
    people: "Written and approved by",
    reason: "Reason",
    changed: "Changed documents",
  },
  release: (number: number) => `Release ${number}`,
  people: (author: string, approver: string) =>
    author === approver ? author : `${author}, approved by ${approver}`,
  restores: (number: number) => `Restores release ${number}.`,
  all: "All documents",
  live: "Live",
  older: "Older releases",
  newest: "Newest releases",
  empty: "Nothing has been published yet.",
  unknown: "This release does not exist.",
  unknownTitle: "Release not found",
  facts: {
    published: "Published",
    author: "Written by",
    approver: "Approved by",
    reason: "Reason",
    restores: "Restores",
  },
  sincePrevious: (previous: number) => `Changes since release ${previous}`,
  first: "The first release contains the files of the first build.",
  restoring: "What restoring would change",
  sameAsLive: "The documents are the same as those of the live release.",
  restore: "Restore this release",
  restoreAbout: "The restored release is submitted for approval. Approval publishes it as a new release.",
  restoreReason: "Reason for restoring",
  submit: "Submit for approval",
  otherOpen: (release: number) =>
    `Release ${release} is waiting to be restored. Approve or discard it first.`,
  document: (title: string, count: number) => `${title}: ${count === 1 ? "1 field" : `${count} fields`}`,
} as const;
