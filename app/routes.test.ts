import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import urlTable from "./routes.ts";

/** A public page without a handle would be delivered like a staff page: uncached, with the router. */
const publicPages = [...new Set(urlTable.flatMap(pageFiles).filter((file) => !file.startsWith("staff/")))];

test("the public pages of all areas are in the table", () => {
  for (const area of ["site", "compliance", "events", "intake", "people", "assessments"]) {
    expect(publicPages.some((file) => file.startsWith(`${area}/`))).toBe(true);
  }
});

test.each(publicPages)("%s declares how it is delivered", (file) => {
  expect(readFileSync(`app/${file}`, "utf8")).toMatch(/^export const handle = [^;]+ satisfies PageHandle;$/m);
});

/** Layouts are not pages. */
function pageFiles({ file, children }: RouteConfigEntry): string[] {
  return children === undefined ? [file] : children.flatMap(pageFiles);
}
