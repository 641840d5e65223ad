import { expect, test } from "vitest";
import { findNotificationDay } from "./notification-clock.ts";

const incident = { kind: "incident", state: "open", discoveredOn: "2026-11-28" } as const;

test("notice of an incident is due 30 days after it was discovered", () => {
  expect(findNotificationDay(incident)).toBe("2026-12-28");
});

test.each(["notified", "not-required", "closed"] as const)("no notice is due in the state “%s”", (state) => {
  expect(findNotificationDay({ ...incident, state })).toBeUndefined();
});

test("no notice is due for a complaint", () => {
  expect(findNotificationDay({ ...incident, kind: "complaint" })).toBeUndefined();
});
