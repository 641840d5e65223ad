import { afterEach, expect, test, vi } from "vitest";
import type { ErrorKind } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { downloadExport } from "./download-export.client.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each<[ErrorKind, string]>([
  ["signed-out", "signed-out"],
  ["proof", "proof"],
  ["too-many", "too-many"],
  ["forbidden", "failed"],
  ["internal", "failed"],
])("an error of the kind %s is reported as %s", async (kind, reason) => {
  vi.stubGlobal("fetch", () => Promise.resolve(refuse(kind)));
  expect(await downloadExport("/api/exports/visitors.csv")).toEqual({ ok: false, reason });
});

test("an unrecognized response, for example from a proxy, is a failure", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("Slow down", { status: 429 })));
  expect(await downloadExport("/api/exports/visitors.csv")).toEqual({ ok: false, reason: "failed" });
});
