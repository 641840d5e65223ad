import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import urlTable from "./routes.ts";

/** Public pages. A page without a handle of its own would be delivered as a private page of staff, with the router. */
const publicPages = urlTable.flatMap(pageFiles).filter((file) => /^(site|leads|compliance)\//.test(file));

test("there are public pages", () => {
  expect(publicPages).toContain("site/home/home.route.tsx");
});

test.each(publicPages)("%s says how it is delivered", (file) => {
  expect(readFileSync(`app/${file}`, "utf8")).toMatch(/^export const handle = [^;]+ satisfies PageHandle;$/m);
});

/** Layouts wrap pages and are none. */
function pageFiles({ file, children }: RouteConfigEntry): string[] {
  return children === undefined ? [file] : children.flatMap(pageFiles);
}
