import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { carryOutStaffOrder } from "./carry-out-staff-order.ts";

const { db } = testDatabase();

const password = "a password for tests";

test("accounts are added, listed, approved and removed", async () => {
  expect(await carry({ kind: "list" })).toEqual({ ok: true, text: "There are no accounts yet." });
  expect(await add("ruth@example.com", "owner")).toEqual({
    ok: true,
    text: "Added ruth@example.com as owner.",
  });
  await add("joan@example.com", "staff");
  expect(await carry({ kind: "approve", email: "joan@example.com", role: "examiner" })).toEqual({
    ok: true,
    text: "joan@example.com now has the role examiner.",
  });
  expect(await carry({ kind: "list" })).toEqual({
    ok: true,
    text: "ruth@example.com\towner\tA person\njoan@example.com\texaminer\tA person",
  });
  expect(await carry({ kind: "remove", email: "joan@example.com" })).toEqual({
    ok: true,
    text: "Removed joan@example.com.",
  });
});

test("an account that is there already is left as it is", async () => {
  await add("ruth@example.com", "staff");
  expect(await add("ruth@example.com", "owner")).toEqual({
    ok: false,
    text: "There is an account for ruth@example.com already: approve gives it another role.",
  });
});

test("an address without an account gets a sentence", async () => {
  const text = "There is no account for nobody@example.com.";
  expect(await carry({ kind: "remove", email: "nobody@example.com" })).toEqual({ ok: false, text });
  expect(await carry({ kind: "approve", email: "nobody@example.com", role: "staff" })).toEqual({
    ok: false,
    text,
  });
});

test("the last owner stays", async () => {
  await add("ruth@example.com", "owner");
  const text = "ruth@example.com is the last owner: make somebody else an owner first.";
  expect(await carry({ kind: "remove", email: "ruth@example.com" })).toEqual({ ok: false, text });
  expect(await carry({ kind: "approve", email: "ruth@example.com", role: "staff" })).toEqual({
    ok: false,
    text,
  });
});

function carry(order: Parameters<typeof carryOutStaffOrder>[1]) {
  return carryOutStaffOrder(db, order, "");
}

function add(email: string, role: "owner" | "staff") {
  return carryOutStaffOrder(db, { kind: "add", email, role, name: "A person" }, password);
}
