import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

describe("every statement is prepared, instead of parsed and planned for each request", () => {
  test("that stores a visit", async () => {
    const post = () => site.postJson("/functions/v1/visitors", {}, {}, newAddress());
    expect(await listUnprepared(post)).toEqual([]);
  });

  test("that stores an assessment", async () => {
    const post = () => site.postForm("/pre-loi-assessment", anAssessment(), {}, newAddress());
    expect(await listUnprepared(post)).toEqual([]);
  });

  test("that finds the session of a person on staff", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const get = () => site.request("/api/session", { headers: { cookie } });
    expect(await listUnprepared(get)).toEqual([]);
  });
});

async function listUnprepared(send: () => Promise<Response>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  expect((await send()).status).toBeLessThan(400);
  const statements: unknown[] = query.mock.calls.map(([statement]) => statement);
  expect(statements).not.toEqual([]);
  return statements.filter((statement) => !hasName(statement)).map((statement) => JSON.stringify(statement));
}

function hasName(statement: unknown): boolean {
  return typeof statement === "object" && statement !== null && "name" in statement;
}
