import { beforeEach, expect, test } from "vitest";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createStoredAssets } from "./stored-assets.server.ts";

const { db } = testDatabase();
const keys = createKeyRing(["a secret of the servers"]).keysFor("built assets");
const day = 86_400_000;
let now = new Date("2026-06-01T12:00:00Z");

beforeEach(() => {
  now = new Date("2026-06-01T12:00:00Z");
});

/** A server that has just started, with empty memory. */
const server = (ownKeys = keys) =>
  createStoredAssets({ db, keys: ownKeys, clock: { now: () => now }, log: silentLog });
const build = (...names: string[]): Map<string, Buffer> =>
  new Map(names.map((name) => [`/assets/${name}`, Buffer.from(`content of ${name}`)]));
const read = async (path: string, ownKeys = keys) => (await server(ownKeys).find(path))?.toString();

test("a file of the previous build is found until 30 days after the next build started", async () => {
  await server().store(build("shared.js", "old.js"));
  now = new Date(now.getTime() + 100 * day);
  await server().store(build("shared.js", "new.js"));
  expect(await read("/assets/old.js")).toBe("content of old.js");
  now = new Date(now.getTime() + 29 * day);
  await server().store(build("shared.js", "new.js"));
  expect(await read("/assets/old.js")).toBe("content of old.js");
  now = new Date(now.getTime() + 2 * day);
  await server().store(build("shared.js", "new.js"));
  expect(await read("/assets/old.js")).toBeUndefined();
  expect(await read("/assets/shared.js")).toBe("content of shared.js");
});

test("a server that started before a build finds its files", async () => {
  const earlier = server();
  await earlier.store(build("old.js"));
  await server().store(build("new.js"));
  expect((await earlier.find("/assets/new.js"))?.toString()).toBe("content of new.js");
});

test("after going back, the files of the earlier build do not age", async () => {
  await server().store(build("old.js"));
  await server().store(build("new.js"));
  await server().store(build("old.js"));
  now = new Date(now.getTime() + 31 * day);
  await server().store(build("old.js"));
  expect(await read("/assets/old.js")).toBe("content of old.js");
  expect(await read("/assets/new.js")).toBeUndefined();
});

test("a file that no server stored is not sent", async () => {
  await server().store(build("old.js", "other.js"));
  const stranger = createKeyRing(["another secret"]).keysFor("built assets");
  expect(await read("/assets/old.js", stranger)).toBeUndefined();
  await db
    .updateTable("builtAssets")
    .set({ body: Buffer.from("altered") })
    .where("path", "=", "/assets/old.js")
    .execute();
  expect(await read("/assets/old.js")).toBeUndefined();
  expect(await read("/assets/other.js")).toBe("content of other.js");
});

test("a start after a rotation of the secret seals the own files again", async () => {
  await server().store(build("own.js"));
  const rotated = createKeyRing(["another secret"]).keysFor("built assets");
  await server(rotated).store(build("own.js"));
  expect(await read("/assets/own.js", rotated)).toBe("content of own.js");
});

test("servers of two builds that start at the same time both store their files", async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `${index}.js`);
  await Promise.all([
    server().store(build(...names, "a.js")),
    server().store(build(...names.toReversed(), "b.js")),
  ]);
  expect(await Promise.all([read("/assets/a.js"), read("/assets/b.js"), read("/assets/7.js")])).toEqual([
    "content of a.js",
    "content of b.js",
    "content of 7.js",
  ]);
});
