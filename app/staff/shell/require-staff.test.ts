import { beforeEach, describe, expect, test } from "vitest";
import {
  canExportLeads,
  canManageOwnAccount,
  canManageTeam,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { type Role, roles, type Staff } from "#app/identity/accounts/staff.ts";
import {
  authorizeStaff,
  getAuditPath,
  requireRecentAuthentication,
  requireStaff,
} from "./require-staff.server.ts";

describe("a loader of the staff area", () => {
  test("returns the session of a permitted account", async () => {
    const session = createSession({ staff: person("staff") });
    expect(await authorize(session)).toBe(session);
  });

  test("redirects to sign-in without a session and keeps the cookie", async () => {
    const response = await authorize(null);
    expect(response).toMatchObject({ status: 302 });
    expect(readHeaders(response)).toMatchObject({ location: "/auth?because=ended" });
    expect(readHeaders(response)).not.toHaveProperty("set-cookie");
  });

  test.each([
    ["/admin/team", "?because=ended&to=%2Fadmin%2Fteam"],
    ["/admin/team.data?_routes=team", "?because=ended&to=%2Fadmin%2Fteam"],
    ["/admin/people?q=avery", "?because=ended&to=%2Fadmin%2Fpeople"],
    ["/admin/nonsense", "?because=ended"],
  ])("redirects from %s to sign-in, which returns there", async (path, query) => {
    const services = { identity: createIdentity(null) };
    const thrown: unknown = await requireStaff(
      services,
      new Request(`http://localhost${path}`, request),
      canViewLeads,
    ).catch((error: unknown) => error);
    expect(readHeaders(thrown)).toMatchObject({ location: `/auth${query}` });
  });

  test("responds with 403 and records the refusal if the account lacks permission", async () => {
    expect(await authorize(createSession({ staff: person("pending") }))).toMatchObject({
      init: { status: 403 },
    });
    expect(refused).toEqual(["pending at /admin"]);
  });

  test("requires the second factor before it checks the permission", async () => {
    const incomplete = createSession({ staff: person("pending"), needsSecondFactor: true });
    expect(readHeaders(await authorize(incomplete))).toMatchObject({ location: "/auth/prove?to=%2Fadmin" });
  });

  test("returns to the page after a data request of the router", async () => {
    const incomplete = createSession({ needsSecondFactor: true });
    const path = "http://localhost/admin/team.data?_routes=team";
    const services = { identity: createIdentity(incomplete) };
    const thrown = await requireStaff(services, new Request(path, request), canViewLeads).catch(
      (error: unknown) => error,
    );
    expect(readHeaders(thrown)).toMatchObject({
      location: "/auth/prove?to=%2Fadmin%2Fteam",
    });
  });
});

test("an action that needs recent authentication redirects to it and returns", () => {
  expect(() => requireRecentAuthentication(createSession({}), "/admin")).not.toThrow();
  try {
    requireRecentAuthentication(createSession({ hasRecentAuthentication: false }), "/admin/team?draft=1");
    throw new Error("there was no redirect");
  } catch (thrown) {
    expect(readHeaders(thrown)).toMatchObject({ location: "/auth/prove?to=%2Fadmin%2Fteam%3Fdraft%3D1" });
  }
});

describe("an action that requires a recent authentication", () => {
  const stale = { identity: createIdentity(createSession({ hasRecentAuthentication: false })) };
  const post = (path: string) =>
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { cookie: "session=1" },
      body: new URLSearchParams({ title: "Typed" }),
    });
  const options = { keepFields: ["title"], requiresRecentAuthentication: true };
  const submit = (path: string, services = stale) =>
    requireStaff(services, post(path), canViewLeads, options).catch((error: unknown) => error);

  test("returns what was typed to a form without scripting", async () => {
    expect(await submit("/admin/events/new")).toMatchObject({
      data: { unsent: [["title", "Typed"]], needs: "step-up" },
      init: { status: 401 },
    });
  });

  test("redirects the router, whose page keeps a draft", async () => {
    expect(readHeaders(await submit("/admin/events/new.data"))).toMatchObject({
      location: "/auth/prove?to=%2Fadmin%2Fevents%2Fnew",
    });
  });

  test("continues after one", async () => {
    const session = createSession({});
    expect(await submit("/admin/events/new", { identity: createIdentity(session) })).toBe(session);
  });
});

test.each([
  [null, 401, "signed-out"],
  [createSession({ staff: person("examiner") }), 403, "forbidden"],
  [createSession({ needsSecondFactor: true }), 403, "proof"],
  [createSession({ hasRecentAuthentication: false }), 403, "proof"],
])("an endpoint refuses %j with %i as a JSON error", async (session, status, kind) => {
  const outcome = await authorizeStaff(createIdentity(session), request, canExportLeads, {
    requiresRecentAuthentication: true,
  });
  if (outcome.ok) throw new Error("the request was authorized");
  expect(outcome.refusal.status).toBe(status);
  expect(await outcome.refusal.json()).toMatchObject({ error: { kind } });
  expect(refused).toEqual(kind === "forbidden" ? ["examiner at /admin"] : []);
});

describe("the permissions of", () => {
  const permissions = { canViewLeads, canExportLeads, canManageOwnAccount, canManageTeam };
  const table: Record<Role, (keyof typeof permissions)[]> = {
    owner: ["canViewLeads", "canExportLeads", "canManageOwnAccount", "canManageTeam"],
    staff: ["canViewLeads", "canExportLeads", "canManageOwnAccount"],
    examiner: ["canManageOwnAccount"],
    pending: [],
  };

  test.each(roles)("%s", (role) => {
    const allowed = Object.entries(permissions).filter(([, isPermitted]) => isPermitted(person(role)));
    expect(allowed.map(([name]) => name)).toEqual(table[role]);
  });

  test("access to leads can be granted to examiners only", () => {
    const permitted = roles.filter((role) => canViewLeads({ ...person(role), mayViewLeads: true }));
    expect(permitted).toEqual(["owner", "staff", "examiner"]);
    expect(canExportLeads({ ...person("examiner"), mayViewLeads: true })).toBe(false);
  });
});

test.each([
  ["/admin/team", "/admin/team"],
  ["/admin/team.data?_routes=x", "/admin/team"],
  ["/api/exports/assessments.csv", "/api/exports/assessments.csv"],
  [
    "/admin/people/9b80d140-de40-4f83-a5b7-936d339deffc/erase",
    "/admin/people/9b80d140-de40-4f83-a5b7-936d339deffc/erase",
  ],
  ["/admin/people/ada@example.com/erase", "/admin/people/…/erase"],
  ["/admin/people/%61da%40example.com", "/admin/people/…"],
  [`/admin/people/${"a".repeat(7_000)}`, "/admin/people/…"],
  [`/admin${"/x".repeat(500)}`, `/admin${"/x".repeat(6)}`],
])("%s is recorded in the audit log as %s", (path, recorded) => {
  expect(getAuditPath(new Request(`https://www.example.com${path}`))).toBe(recorded);
});

const request = new Request("http://localhost/admin", { headers: { cookie: "session=1" } });

function person(role: Role): Staff {
  return { id: "1", name: "Ruth Calloway", email: "ruth@example.com", role, mayViewLeads: false };
}

function createSession(facts: Partial<StaffSession>): StaffSession {
  const now = new Date();
  return {
    id: "1",
    staff: person("owner"),
    accessEndedAt: null,
    assurance: "aal1",
    needsSecondFactor: false,
    hasUnverifiedPasskey: false,
    needsEnrollment: false,
    needsNewPassword: false,
    hasRecentAuthentication: true,
    startedAt: now,
    endsAt: now,
    idleEndsAt: now,
    ...facts,
  };
}

/** Recorded refusals. */
const refused: string[] = [];
beforeEach(() => refused.splice(0));

function createIdentity(session: StaffSession | null) {
  return {
    currentSession: (headers: Headers) =>
      Promise.resolve(headers.get("cookie") === "session=1" ? session : null),
    forgetSession: () => new Headers({ "set-cookie": "session=; Max-Age=0" }),
    recordAccessRefusal: ({ staff }: StaffSession, path: string) => {
      refused.push(`${staff.role} at ${path}`);
      return Promise.resolve();
    },
  };
}

/** The result of `requireStaff`, or what it throws. */
async function authorize(session: StaffSession | null): Promise<unknown> {
  const services = { identity: createIdentity(session) };
  return requireStaff(services, request, canViewLeads).catch((thrown: unknown) => thrown);
}

function readHeaders(response: unknown): Record<string, string> {
  return response instanceof Response ? Object.fromEntries(response.headers) : {};
}
