import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { createPageRoutes, keepSharedRoutes, unknownDelivery } from "./page-routes.ts";

const shared: PageHandle = { scripts: "none", shared: true };
const form: PageHandle = { scripts: "island", shared: true, form: "assessment" };

type Fixture = { parentId?: string; path?: string; index?: true; handle?: PageHandle; action?: true };

const fixtures: Readonly<Record<string, Fixture>> = {
  root: { path: "" },
  layout: { parentId: "root", handle: shared },
  home: { parentId: "layout", index: true },
  contact: { parentId: "layout", path: "contact", handle: form, action: true },
  event: { parentId: "layout", path: "event/:eventId" },
  terms: { parentId: "layout", path: "event/terms" },
  person: { parentId: "root", path: "people/:personId" },
  unknown: { parentId: "layout", path: "*" },
};

const { paths, findDelivery } = createPageRoutes(toBuild(fixtures));

/** The parts of a build that describe its routes. */
function toBuild(routes: typeof fixtures): Pick<ServerBuild, "routes"> {
  const entries = Object.entries(routes).map(([id, { handle, action, ...route }]) => {
    const module = { default: () => null, handle, ...(action === undefined ? {} : { action: () => null }) };
    return [id, { id, ...route, module }] as const;
  });
  return { routes: Object.fromEntries(entries) };
}

test("lists the paths without parameters", () => {
  expect(paths).toEqual(["/", "/contact", "/event/terms"]);
});

test("reads the delivery from the deepest route that declares one", () => {
  expect(findDelivery("/")).toEqual({ ...shared, isKnown: true, acceptsForms: false });
  expect(findDelivery("/contact")).toEqual({ ...form, isKnown: true, acceptsForms: true });
});

test("reads the event from the path of a shared page, and nothing from other paths", () => {
  expect(findDelivery("/event/7")).toMatchObject({ isKnown: true, eventId: "7" });
  expect(findDelivery("/people/7")).toMatchObject({ isKnown: true, shared: false, eventId: undefined });
});

test.each([
  "/nope",
  "/contact/",
  "/Contact",
  "/%63ontact",
  "/event/%74erms",
  "/event/TERMS",
  "/event/%ff",
  "/event/7/8",
])("does not know %s", (path) => {
  expect(findDelivery(path)).toEqual(unknownDelivery);
});

test("keeps for shared pages only their routes, the layouts around them and the route of unknown paths", () => {
  const { routes } = toBuild(fixtures);
  const assets = { routes } as unknown as ServerBuild["assets"]; // only the names of the routes matter
  const kept = keepSharedRoutes({ routes, assets } as ServerBuild); // the rest is passed on
  const names = ["root", "layout", "home", "contact", "event", "terms", "unknown"];
  expect(Object.keys(kept.routes)).toEqual(names);
  expect(Object.keys(kept.assets.routes)).toEqual(names);
});

test("matches the path of a shared page once, and keeps at most 500 paths and none that can be secret", () => {
  const first = findDelivery("/event/1");
  expect(findDelivery("/event/1")).toBe(first);
  const secret = findDelivery("/people/1");
  findDelivery("/people/2");
  expect(findDelivery("/people/1")).not.toBe(secret);
  for (let number = 2; number <= 501; number += 1) findDelivery(`/event/${number}`);
  expect(findDelivery("/event/1")).not.toBe(first);
  expect(findDelivery("/event/1")).toEqual(first);
});
