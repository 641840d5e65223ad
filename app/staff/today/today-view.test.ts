import { describe, expect, test } from "vitest";
import type { Queue, QueuedPerson } from "#app/people/queue/load-queue.server.ts";
import {
  describeChanges,
  describeDueDay,
  isCallingHour,
  viewQueue,
  viewServiceLevels,
} from "./today-view.ts";

const now = new Date("2026-11-23T14:40:00Z");
const calvin: QueuedPerson = {
  id: "1",
  group: "overdue",
  formId: "2",
  form: "assessment",
  formAt: new Date("2026-11-20T14:00:00Z"),
  name: "Calvin Abernathy",
  company: "High Plains Freight",
  status: "contacted",
  score: 19,
  level: "Exit Ready",
  ownerId: "eleanor",
  nextStep: "Call about the stock sale",
  nextStepOn: "2026-11-20",
  callConsent: "yes",
  phone: "(512) 555-0142",
  channel: "LinkedIn",
  campaign: "QSBS guide",
  eventAt: new Date("2026-12-17T18:00:00Z"),
  eventState: "seat",
  attended: null,
  undeliverableSince: null,
};
const view = (changes: Partial<QueuedPerson>) => {
  const none = { total: 0, people: [] };
  const queue: Queue = {
    overdue: { total: 1, people: [{ ...calvin, ...changes }] },
    today: none,
    new: none,
    waiting: none,
  };
  return viewQueue(queue, now, new Map([["eleanor", "Eleanor"]]));
};

describe("the queue", () => {
  test("shows who, why, how ready and what is next, and no empty groups", () => {
    expect(view({})).toMatchObject([
      {
        heading: "Overdue",
        total: 1,
        rows: [
          {
            path: "/admin/people/2",
            score: { text: "19/21", level: "Exit Ready" },
            event: "Dec 17",
            channel: "LinkedIn",
            campaign: "QSBS guide",
            owner: "Eleanor",
            callHref: "tel:+15125550142",
            due: "Fri, Nov 20, 3 days late",
            isLate: true,
          },
        ],
      },
    ]);
  });

  test("says what is not known", () => {
    const unknown = {
      company: null,
      score: null,
      level: null,
      ownerId: null,
      nextStep: null,
      nextStepOn: null,
      phone: null,
    };
    expect(
      view({ ...unknown, channel: null, campaign: null, eventAt: null, eventState: null })[0]?.rows[0],
    ).toMatchObject({
      company: "Company unknown",
      score: undefined,
      event: "None",
      channel: "Not recorded",
      campaign: "",
      owner: "No owner",
      nextStep: "No next step",
      callHref: undefined,
      due: "",
      isLate: false,
    });
    expect(view({ ownerId: "gone" })[0]?.rows[0]?.owner).toBe("Former colleague");
  });

  test.each([
    [{ attended: true }, "Dec 17, attended"],
    [{ attended: false }, "Dec 17, no-show"],
    [{ eventState: "waiting" as const }, "Dec 17, waiting list"],
    [{ eventState: "cancelled" as const }, "Dec 17, canceled"],
    [{ eventAt: new Date("2025-12-17T18:00:00Z") }, "Dec 17, 2025"],
  ])("with %o, the event is described as %s", (changes, event) => {
    expect(view(changes)[0]?.rows[0]?.event).toBe(event);
  });
});

test.each([
  ["2026-11-23", "Today"],
  ["2026-11-22", "Sun, Nov 22, 1 day late"],
  ["2026-11-24", "Tue, Nov 24"],
])("a next step on %s is due %s", (day, text) => {
  expect(describeDueDay(day, "2026-11-23")).toBe(text);
});

test("owners read what waits for them on the website, and nothing about what does not", () => {
  expect(describeChanges({ submitted: 0, failed: 0, returned: 1, toAuthor: 0 })).toEqual([
    "1 website change needs another check because of a new build",
  ]);
  expect(describeChanges({ submitted: 2, failed: 1, returned: 0, toAuthor: 1 })).toEqual([
    "1 change was returned to you",
    "Approve or return 2 website changes",
    "1 approved website change was not published",
  ]);
});

test.each([
  ["2026-11-23T13:59:00Z", false],
  ["2026-11-23T14:00:00Z", true],
  ["2026-11-24T02:59:00Z", true],
  ["2026-11-24T03:00:00Z", false],
])("calls are allowed in Austin at %s: %s", (time, isAllowed) => {
  expect(isCallingHour(new Date(time))).toBe(isAllowed);
});

test.each([
  [{ kept: 0, broken: 0, oldestOpen: null }, "None yet", undefined],
  [{ kept: 4, broken: 5, oldestOpen: null }, "4 of 9", undefined],
  [{ kept: 199, broken: 1, oldestOpen: new Date("2026-11-22T14:00:00Z") }, "199 of 200, 99%", "Yesterday"],
])("of %o, the share is “%s”", (answers, share, oldest) => {
  const eventEmails = { kept: 0, broken: 0, oldestOpen: null };
  const [shown] = viewServiceLevels({ answers, eventEmails }, now);
  expect([shown?.share, shown?.oldestOpen?.short]).toEqual([share, oldest]);
});
