import { describe, expect, test } from "vitest";
import { auditActions } from "#app/audit/audit-action.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { describeEvent } from "./audit-sentence.server.ts";
import { auditRow } from "./audit-view.server.ts";

const line: AuditLine = {
  id: 7,
  at: new Date("2026-11-22T18:04:05Z"),
  action: "role-changed",
  actorKind: "staff",
  actorId: "1",
  actorEmail: "ruth@example.com",
  subject: "account:0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
  details: { somethingNew: true, sessionsEnded: 2, role: "staff", session: "not for readers" },
  clientAddress: null,
};

describe("a row of the audit log", () => {
  test("has a sentence, the exact time, the subject and the details", () => {
    expect(auditRow(line)).toEqual({
      id: 7,
      at: "2026-11-22 12:04:05 CST",
      iso: "2026-11-22T18:04:05.000Z",
      sentence: "ruth@example.com changed the role of an account.",
      subject: { label: "Account 0d4b7f0e…", value: "account:0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f" },
      details: [
        ["Role", "Staff"],
        ["Sessions ended", "2"],
        ["somethingNew", "true"],
      ],
      from: "",
    });
  });

  test.each([
    ["shell", "The administrator signed in."],
    ["nobody", "A visitor signed in."],
  ] as const)("names actors without an account: %s", (actorKind, sentence) => {
    expect(describeEvent({ action: "signed-in", actorKind, actorEmail: null, details: {} }).sentence).toBe(
      sentence,
    );
  });

  test("has a phrase for every action, and shows the stored name of an unknown one", () => {
    const sentences = auditActions.map((action) => describeEvent({ ...line, action }).sentence);
    expect(new Set(sentences).size).toBe(auditActions.length);
    expect(sentences.filter((sentence) => sentence.includes(" did: "))).toEqual([]);
    expect(describeEvent({ ...line, action: "moon-landed" }).sentence).toBe(
      "ruth@example.com did: moon-landed.",
    );
  });

  test("shows unknown stored values unchanged, also if they equal a property name", () => {
    const odd = auditRow({ ...line, subject: "constructor:1", details: { toString: "x" } });
    expect(odd.subject?.label).toBe("constructor 1");
    expect(odd.details).toEqual([["toString", "x"]]);
  });

  test.each([
    [
      "leads-exported",
      {
        end: "complete",
        list: "assessments",
        records: 2,
        to: "2026-08-31",
        from: "2026-08-01",
        level: "Early Stage",
      },
      "exported 2 assessments (Aug 1 to Aug 31, 2026; Early Stage)",
    ],
    [
      "leads-exported",
      { end: "broke-off", list: "tracking", records: 1, filter: "none", raw: true },
      "exported 1 tracking event (not filtered; raw variant); the export failed",
    ],
    [
      "leads-exported",
      { end: "access-ended", list: "tracking", records: 40, filter: "none" },
      "exported 40 tracking events (not filtered); the export was stopped because access ended",
    ],
    [
      "audit-exported",
      { end: "complete", list: "audit", records: 1200, who: true, action: "signed-in" },
      "exported 1,200 audit log entries (signed in; filtered by actor)",
    ],
    ["leads-exported", { end: "complete", list: "people", records: 1 }, "exported 1 person"],
    [
      "leads-exported",
      { end: "complete", list: "event-places", records: 1 },
      "exported 1 attendee of a live event",
    ],
    [
      "leads-exported",
      { end: "complete", list: "source-funnel", records: 1 },
      "exported 1 step of the funnel",
    ],
    [
      "leads-export-begun",
      { list: "signups", state: "seat", to: "2026-08-31", searched: true },
      "started an export of signups (until Aug 31, 2026; Has a seat; filtered by a search)",
    ],
    ["leads-viewed", { list: "dashboard" }, "viewed all lists of the dashboard"],
    ["leads-viewed", { list: "event-places" }, "viewed the list of attendees of a live event"],
    ["role-changed", { role: "owner", from: "staff" }, "changed the role of an account from Staff to Owner"],
  ])("includes the important details of %s in the sentence", (action, details, phrase) => {
    const row = auditRow({ ...line, action, details });
    expect(row.sentence).toBe(`ruth@example.com ${phrase}.`);
    expect(row.details).toEqual([]);
  });

  test("lists its other details in words and in a fixed order", () => {
    const told = (action: string, details: AuditLine["details"]) =>
      auditRow({ ...line, action, details }).details;
    expect(told("attendance-noted", { taken_back: 0, away: 1, came: 2 })).toEqual([
      ["Attended", "2"],
      ["Absent", "1"],
      ["Cleared", "0"],
    ]);
    expect(told("person-exported", { events: 3 })).toEqual([["Tracking events", "3"]]);
    expect(told("person-export-ended", { end: "access-ended" })).toEqual([
      ["Ended", "stopped because access ended"],
    ]);
    expect(told("account-approved", { until: "2026-12-01T05:59:59.000Z", role: "examiner" })).toEqual([
      ["Role", "Examiner"],
      ["Until", "Nov 30, 2026"],
    ]);
    expect(told("sign-in-refused", { limit: "linksByMailbox" })).toEqual([
      ["Limit exceeded", "link requests for one mailbox"],
    ]);
  });
});
