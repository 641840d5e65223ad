import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { arrows, staffFolders } from "../../fences.config.ts";
import { importRefusal } from "../../fences.rules.ts";
import { root } from "./source-files.ts";

const areas = Object.keys(arrows);
const rows = new Map<string, readonly string[]>(Object.entries(arrows));

describe.each(areas)("%s", (from) => {
  test("may import only itself and the areas in its row", () => {
    const known = areas.filter((to) => importRefusal(fileIn(from), `#${fileIn(to)}`, false) === undefined);
    const listed = (rows.get(from) ?? []).filter((to) => !to.includes("/"));
    expect(known.toSorted()).toEqual([from, ...listed].toSorted());
  });

  test("may be imported by the assembly", () => {
    for (const importer of ["app/root.tsx", "server/app.ts", "bench/run.ts", "vite.config.ts"]) {
      expect(importRefusal(importer, `#${fileIn(from)}`, false), importer).toBeUndefined();
    }
  });
});

test("the arrows form no cycle", () => {
  const reach = (from: string, seen: ReadonlySet<string>): string[] =>
    (rows.get(from) ?? []).flatMap((to) => {
      const area = to.split("/")[0] ?? to;
      if (seen.has(area)) return [`${from} to ${area}`];
      return reach(area, new Set([...seen, area]));
    });
  expect(areas.flatMap((area) => reach(area, new Set([area])))).toEqual([]);
});

test("every folder of app/ is an area, except the request context", async () => {
  const entries = await readdir(resolve(root, "app"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(folders.filter((folder) => !areas.includes(folder))).toEqual(["request-context"]);
});

test("every folder of app/staff is a foundation or belongs to one feature", async () => {
  const entries = await readdir(resolve(root, "app/staff"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect([...staffFolders.foundations, ...staffFolders.features.flat()].toSorted()).toEqual(
    folders.toSorted(),
  );
});

test("route types, styles and assets of the same area do not count as imports", () => {
  for (const specifier of ["./+types/home.route", "./home.css?inline", "virtual:react-router/server-build"]) {
    expect(importRefusal("app/site/home/home.route.tsx", specifier, false), specifier).toBeUndefined();
  }
});

/** An ordinary file of the area. `content` is outside `app/`, and the folders of `staff` are listed. */
function fileIn(area: string): string {
  if (area === "content") return "content/menu.ts";
  return area === "staff" ? "app/staff/shell/thing.ts" : `app/${area}/topic/thing.ts`;
}
