import { expect, test } from "vitest";
import { doorOf } from "#app/staff/shell/require-staff.server.ts";

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
])("%s stands in the audit log as %s", (path, door) => {
  expect(doorOf(new Request(`https://www.example.com${path}`))).toBe(door);
});
