import { isRouteErrorResponse } from "react-router";
import { describe, expect, test } from "vitest";
import { canExportLeads, canViewLeads } from "#app/identity/can.ts";
import { type Role, roles, type Staff } from "#app/identity/staff.ts";
import { requireStaff } from "./require-staff.server.ts";

describe("a loader of the staff area", () => {
  test("gets the person who may", async () => {
    expect(await requireStaff(signedIn("staff"), request, canViewLeads)).toEqual(person("staff"));
  });

  test("leads to the sign-in screen without a session, whatever is asked for", async () => {
    const nobody = { currentStaff: () => Promise.resolve(null) };
    const answer = await thrownBy(requireStaff(nobody, request, () => true));
    expect(answer).toBeInstanceOf(Response);
    expect(answer).toMatchObject({ status: 302 });
    expect(answer instanceof Response && answer.headers.get("location")).toBe("/auth");
  });

  test("answers 403, and does not lead away, where the account may not", async () => {
    const answer = await thrownBy(requireStaff(signedIn("pending"), request, canViewLeads));
    expect(answer).toMatchObject({ init: { status: 403 } });
    expect(isRouteErrorResponse(answer)).toBe(false);
  });

  test("asks with the cookies of this very request", async () => {
    let asked: Headers | undefined;
    const identity = {
      currentStaff(headers: Headers) {
        asked = headers;
        return Promise.resolve(person("owner"));
      },
    };
    await requireStaff(identity, request, canViewLeads);
    expect(asked?.get("cookie")).toBe("session=1");
  });
});

describe("what a role may do", () => {
  test.each([
    ["owner", true, true],
    ["staff", true, true],
    ["examiner", true, false],
    ["pending", false, false],
  ] as const)("%s: view %s, export %s", (role, view, take) => {
    expect(canViewLeads(person(role))).toBe(view);
    expect(canExportLeads(person(role))).toBe(take);
  });

  test("every role is decided", () => {
    expect(roles).toHaveLength(4);
  });
});

const request = new Request("http://localhost/admin", { headers: { cookie: "session=1" } });

function person(role: Role): Staff {
  return { id: "1", name: "Ruth Calloway", email: "ruth@example.com", role };
}

function signedIn(role: Role) {
  return { currentStaff: () => Promise.resolve(person(role)) };
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}
