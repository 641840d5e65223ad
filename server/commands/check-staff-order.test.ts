import { expect, test } from "vitest";
import { checkStaffOrder } from "./check-staff-order.ts";

const password = "a password for tests";
const spaced = " Spaced@Example.com ";

test("an account is added as the schema leaves it", () => {
  expect(checkStaffOrder({ kind: "add", email: spaced, role: "staff", name: " Ruth " }, password)).toEqual({
    ok: true,
    order: { kind: "add", email: "spaced@example.com", role: "staff", name: "Ruth" },
  });
});

test("approve and remove look for the address in the same form", () => {
  expect(checkStaffOrder({ kind: "approve", email: spaced, role: "staff" }, "")).toEqual({
    ok: true,
    order: { kind: "approve", email: "spaced@example.com", role: "staff" },
  });
  expect(checkStaffOrder({ kind: "remove", email: spaced }, "")).toEqual({
    ok: true,
    order: { kind: "remove", email: "spaced@example.com" },
  });
});

test("the first mistake in an account is a sentence", () => {
  expect(checkStaffOrder({ kind: "add", email: "ruth", role: "staff", name: "Ruth" }, password)).toEqual({
    ok: false,
    problem: "About the email: Please enter a valid email address.",
  });
});
