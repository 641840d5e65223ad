import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveForSignIn } from "./leave-for-sign-in.client.ts";

/** Storage lists its keys as properties. */
const storage = {
  removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
} as Record<string, unknown>; // the test uses no other method

beforeEach(() => {
  Object.defineProperty(storage, "removeItem", { enumerable: false });
  Object.assign(storage, { "staff-form:ruth:/admin/people/1": "{}", "staff-list": "/admin/people" });
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("document", { documentElement: { hidden: false } });
  vi.stubGlobal("location", { pathname: "/admin/people/1", replace: vi.fn<() => void>() });
});
afterEach(() => vi.unstubAllGlobals());

test.each(["signed-out", "signed-out-elsewhere"] as const)("%s: deletes what the tab has stored", (why) => {
  leaveForSignIn(why);
  expect(Object.keys(storage)).toEqual([]);
  expect(document.documentElement.hidden).toBe(true);
});

test("keeps unsaved input when the session has ended by time", () => {
  leaveForSignIn("ended");
  expect(Object.keys(storage)).toEqual(["staff-form:ruth:/admin/people/1", "staff-list"]);
});
