import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { createPageRoutes, unknownDelivery } from "./page-routes.ts";

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

test.each(["/nope", "/contact/", "/Contact", "/%63ontact", "/event/%74erms", "/event/%ff", "/event/7/8"])(
  "does not know %s",
  (path) => {
    expect(findDelivery(path)).toEqual(unknownDelivery);
  },
);
