import { describe, expect, test } from "vitest";
import { auditActions } from "#app/audit/audit-action.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { auditRow, sentenceOf } from "./audit-view.ts";

const line: AuditLine = {
  id: 7,
  at: new Date("2026-11-22T18:04:05Z"),
  action: "role-changed",
  actorKind: "staff",
  actorId: "1",
  actorEmail: "ruth@example.com",
  subject: "account:0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f",
  details: { role: "staff", sessionsEnded: 2, session: "not for readers", somethingNew: true },
  clientAddress: null,
};

describe("a row of the audit log", () => {
  test("says who did what in a sentence, exactly when, to what and with which details", () => {
    expect(auditRow(line)).toEqual({
      id: 7,
      at: "2026-11-22 12:04:05 CST",
      iso: "2026-11-22T18:04:05.000Z",
      sentence: "ruth@example.com changed the role of an account.",
      subject: { label: "Account 0d4b7f0e…", value: "account:0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f" },
      details: [
        ["Role", "staff"],
        ["Sessions ended", "2"],
        ["somethingNew", "true"],
      ],
      from: "",
    });
  });

  test.each([
    ["shell", "Whoever runs the server signed in."],
    ["nobody", "Somebody who was not signed in signed in."],
  ] as const)("names whoever has no account: %s", (actorKind, sentence) => {
    expect(sentenceOf({ action: "signed-in", actorKind, actorEmail: null })).toBe(sentence);
  });

  test("has a phrase of its own for every action, and calls one that it does not know as it is called", () => {
    const sentences = auditActions.map((action) => sentenceOf({ ...line, action }));
    expect(new Set(sentences).size).toBe(auditActions.length);
    expect(sentences.filter((sentence) => sentence.includes(" did: "))).toEqual([]);
    expect(sentenceOf({ ...line, action: "moon-landed" })).toBe("ruth@example.com did: moon-landed.");
  });

  test("shows what stands in the log as it stands there, also where it has the name of something else", () => {
    const odd = auditRow({ ...line, subject: "constructor:1", details: { toString: "x" } });
    expect(odd.subject?.label).toBe("constructor 1");
    expect(odd.details).toEqual([["toString", "x"]]);
  });
});
