import { expect, test } from "vitest";
import { toListPath } from "./list-of-person.ts";

test.each([
  ["/admin/today", "", "/admin/today"],
  ["/admin/today", "?show=mine&group=new&page=2", "/admin/today?show=mine&group=new&page=2"],
  ["/admin/people", "?status=new&after=x", "/admin/people?status=new&after=x"],
  ["/admin/people", "?search=Avery&status=new&after=x", "/admin/people?status=new"],
  ["/admin/people", "?search=Avery", "/admin/people"],
  ["/admin/people/new", "", undefined],
  ["/admin/team", "", undefined],
  ["", "", undefined],
])("the list of %s%s is %s", (pathname, search, path) => {
  expect(toListPath(pathname, search)).toBe(path);
});
