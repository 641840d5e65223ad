import { expect, test } from "vitest";
import { checkStaffOrder } from "./check-staff-order.ts";

const password = "a password for tests";
const clock = { now: () => new Date("2026-11-22T03:00:00Z") };
const spaced = " Spaced@Example.com ";

test("an account is added as the schema leaves it", () => {
  expect(
    checkStaffOrder({ kind: "add", email: spaced, role: "staff", name: " Ruth " }, password, clock),
  ).toEqual({
    ok: true,
    order: { kind: "add", email: "spaced@example.com", role: "staff", name: "Ruth" },
  });
});

test("approve and remove look for the address in the same form", () => {
  expect(checkStaffOrder({ kind: "approve", email: spaced, role: "staff" }, "", clock)).toEqual({
    ok: true,
    order: { kind: "approve", email: "spaced@example.com", role: "staff" },
  });
  expect(checkStaffOrder({ kind: "remove", email: spaced }, "", clock)).toEqual({
    ok: true,
    order: { kind: "remove", email: "spaced@example.com" },
  });
});

test("the first mistake in an account is a sentence", () => {
  expect(
    checkStaffOrder({ kind: "add", email: "ruth", role: "staff", name: "Ruth" }, password, clock),
  ).toEqual({
    ok: false,
    problem: "About the email: Please enter a valid email address.",
  });
});

test("an examiner’s last day is a whole day on the practice’s clocks", () => {
  const order = { kind: "approve", email: "joan@example.com", role: "examiner" } as const;
  expect(checkStaffOrder({ ...order, until: "2026-12-31" }, "", clock)).toEqual({
    ok: true,
    order: { ...order, endsAt: new Date("2027-01-01T06:00:00Z") },
  });
  // It is still the 21st there.
  expect(checkStaffOrder({ ...order, until: "2026-11-21" }, "", clock)).toMatchObject({ ok: true });
  expect(checkStaffOrder({ ...order, until: "2026-11-20" }, "", clock)).toEqual({
    ok: false,
    problem: "2026-11-20 is over: --until takes a day to come.",
  });
  expect(checkStaffOrder({ ...order, until: "2026-02-30" }, "", clock)).toEqual({
    ok: false,
    problem: "--until takes a day like 2026-12-31, not 2026-02-30.",
  });
});
