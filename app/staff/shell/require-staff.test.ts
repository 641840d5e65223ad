import { beforeEach, describe, expect, test } from "vitest";
import {
  canExportLeads,
  canManageOwnAccount,
  canManageTeam,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { StaffSession } from "#app/identity/identity.server.ts";
import { type Role, roles, type Staff } from "#app/identity/accounts/staff.ts";
import { requireRecentAuthentication, requireStaff, staffOrRefusal } from "./require-staff.server.ts";

describe("a loader of the staff area", () => {
  test("gets the session of the person who may", async () => {
    const session = aSession({ staff: person("staff") });
    expect(await asked(session)).toBe(session);
  });

  test("leads to the sign-in screen without a session, which takes away the cookie", async () => {
    const answer = await asked(null);
    expect(answer).toMatchObject({ status: 302 });
    expect(headersOf(answer)).toMatchObject({ location: "/auth?because=ended" });
    expect(headersOf(answer)).not.toHaveProperty("set-cookie");
  });

  test.each([
    ["/admin/team", "?because=ended&to=%2Fadmin%2Fteam"],
    ["/admin/team.data?_routes=team", "?because=ended&to=%2Fadmin%2Fteam"],
    ["/admin/people?q=avery", "?because=ended&to=%2Fadmin%2Fpeople"],
    ["/admin/nonsense", "?because=ended"],
  ])("brings whoever was at %s back there once they have signed in", async (path, query) => {
    const services = { identity: identityWith(null) };
    const thrown: unknown = await requireStaff(
      services,
      new Request(`http://localhost${path}`, request),
      canViewLeads,
    ).catch((error: unknown) => error);
    expect(headersOf(thrown)).toMatchObject({ location: `/auth${query}` });
  });

  test("answers 403, and does not lead away, where the account may not", async () => {
    expect(await asked(aSession({ staff: person("pending") }))).toMatchObject({ init: { status: 403 } });
    expect(refused).toEqual(["pending at /admin"]);
  });

  test("asks for the second factor before it says what the account may", async () => {
    const half = aSession({ staff: person("pending"), needsSecondFactor: true });
    expect(headersOf(await asked(half))).toMatchObject({ location: "/auth/prove?to=%2Fadmin" });
  });

  test("comes back to the page, also when only its data was asked for", async () => {
    const half = aSession({ needsSecondFactor: true });
    const path = "http://localhost/admin/team.data?_routes=team";
    const services = { identity: identityWith(half) };
    const thrown = await requireStaff(services, new Request(path, request), canViewLeads).catch(
      (error: unknown) => error,
    );
    expect(headersOf(thrown)).toMatchObject({
      location: "/auth/prove?to=%2Fadmin%2Fteam",
    });
  });
});

test("what cannot be undone asks for a fresh proof, and comes back to where it is told", () => {
  expect(() => requireRecentAuthentication(aSession({}), "/admin")).not.toThrow();
  try {
    requireRecentAuthentication(aSession({ hasRecentAuthentication: false }), "/admin/team?draft=1");
    throw new Error("it was let through");
  } catch (thrown) {
    expect(headersOf(thrown)).toMatchObject({ location: "/auth/prove?to=%2Fadmin%2Fteam%3Fdraft%3D1" });
  }
});

test.each([
  [null, 401, "signed-out"],
  [aSession({ staff: person("examiner") }), 403, "forbidden"],
  [aSession({ needsSecondFactor: true }), 403, "proof"],
  [aSession({ hasRecentAuthentication: false }), 403, "proof"],
])("an endpoint refuses %j with %i, in the one shape of refusals", async (session, status, kind) => {
  const outcome = await staffOrRefusal(identityWith(session), request, canExportLeads, { proof: "fresh" });
  if (outcome.ok) throw new Error("it was let in");
  expect(outcome.refusal.status).toBe(status);
  expect(await outcome.refusal.json()).toMatchObject({ error: { kind } });
  expect(refused).toEqual(kind === "forbidden" ? ["examiner at /admin"] : []);
});

describe("what a role may do", () => {
  const may = { canViewLeads, canExportLeads, canManageOwnAccount, canManageTeam };
  const table: Record<Role, (keyof typeof may)[]> = {
    owner: ["canViewLeads", "canExportLeads", "canManageOwnAccount", "canManageTeam"],
    staff: ["canViewLeads", "canExportLeads", "canManageOwnAccount"],
    examiner: ["canViewLeads", "canManageOwnAccount"],
    pending: [],
  };

  test.each(roles)("%s", (role) => {
    const allowed = Object.entries(may).filter(([, allows]) => allows(person(role)));
    expect(allowed.map(([name]) => name)).toEqual(table[role]);
  });
});

const request = new Request("http://localhost/admin", { headers: { cookie: "session=1" } });

function person(role: Role): Staff {
  return { id: "1", name: "Ruth Calloway", email: "ruth@example.com", role };
}

function aSession(facts: Partial<StaffSession>): StaffSession {
  const now = new Date();
  return {
    id: "1",
    staff: person("owner"),
    accessEndedAt: null,
    assurance: "aal1",
    needsSecondFactor: false,
    needsEnrollment: false,
    needsNewPassword: false,
    hasRecentAuthentication: true,
    startedAt: now,
    endsAt: now,
    idleEndsAt: now,
    ...facts,
  };
}

/** What was kept on record. */
const refused: string[] = [];
beforeEach(() => refused.splice(0));

function identityWith(session: StaffSession | null) {
  return {
    currentSession: (headers: Headers) =>
      Promise.resolve(headers.get("cookie") === "session=1" ? session : null),
    forgetSession: () => new Headers({ "set-cookie": "session=; Max-Age=0" }),
    noteRefusal: ({ staff }: StaffSession, door: string) => {
      refused.push(`${staff.role} at ${door}`);
      return Promise.resolve();
    },
  };
}

/** What a loader gets, or what is thrown instead of it. */
async function asked(session: StaffSession | null): Promise<unknown> {
  const services = { identity: identityWith(session) };
  return requireStaff(services, request, canViewLeads).catch((thrown: unknown) => thrown);
}

function headersOf(answer: unknown): Record<string, string> {
  return answer instanceof Response ? Object.fromEntries(answer.headers) : {};
}
