import { describe, expect, test } from "vitest";
import { AppError } from "#app/platform/errors.ts";
import { parseJson } from "#app/publishing/documents/json.ts";
import { fileRelease } from "#app/publishing/releases/release.ts";
import { home } from "#content/home.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { viewDraftClaims } from "./draft-claims.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const draft = parseJson(JSON.stringify(home));

function publishingThatFails(error: Error) {
  const unused = () => Promise.reject(new Error("The test does not publish."));
  return {
    db,
    clock,
    publishing: {
      inUse: () => fileRelease,
      refresh: unused,
      captureRelease: unused,
      renderWith: unused,
      findClaims: () => Promise.reject(error),
      requiresSecondPerson: false,
    },
  };
}

describe("the claims of a draft", () => {
  test("are unknown while a page cannot be rendered, so that the editor stays open", async () => {
    const deps = publishingThatFails(new AppError("internal", "The page could not be rendered."));
    expect(await viewDraftClaims(deps, "home", draft)).toBeUndefined();
  });

  test("are searched in the same release while the draft is the same, because its pages are kept", async () => {
    const searched: unknown[] = [];
    const { publishing, ...others } = publishingThatFails(new Error("unused"));
    const findClaims = (release: unknown) =>
      Promise.resolve(void searched.push(release)).then(() => ({ open: [], added: [] }));
    const deps = { ...others, publishing: { ...publishing, findClaims } };
    await viewDraftClaims(deps, "home", draft);
    await viewDraftClaims(deps, "home", parseJson(JSON.stringify(home)));
    await viewDraftClaims(
      deps,
      "home",
      parseJson(JSON.stringify({ ...home, closing: { ...home.closing, note: "Another." } })),
    );
    expect(searched[1]).toBe(searched[0]);
    expect(searched[2]).not.toBe(searched[0]);
  });

  test("are not hidden by other faults", async () => {
    const deps = publishingThatFails(new Error("The database is unavailable."));
    await expect(viewDraftClaims(deps, "home", draft)).rejects.toThrow("unavailable");
  });
});
