import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseUnassignedId, isUnassignedId, readAssignedIds } from "../src/owner.ts";

const none: ReadonlySet<number> = new Set();

describe("the user ID of the database", () => {
  test("is the same at each start and outside the ranges that systems assign", () => {
    const id = chooseUnassignedId("/srv/site/data", none);
    expect(chooseUnassignedId("/srv/site/data", none)).toBe(id);
    expect(id).toBeGreaterThanOrEqual(60_800);
    expect(id).toBeLessThan(61_184);
  });

  test("skips IDs of existing accounts", () => {
    const first = chooseUnassignedId("/srv/site/data", none);
    const second = chooseUnassignedId("/srv/site/data", new Set([first]));
    expect(second).not.toBe(first);
    expect(isUnassignedId(second, new Set([first]))).toBe(true);
    expect(isUnassignedId(first, new Set([first]))).toBe(false);
  });

  test("throws when every ID in the range is in use", () => {
    const all = new Set(Array.from({ length: 70_000 }, (_, id) => id));
    expect(() => chooseUnassignedId("/srv/site/data", all)).toThrow("belong to accounts");
  });

  test('is never that of the account "nobody" or of an ordinary account', () => {
    expect([65_534, 1, 1_000, 0].map((id) => isUnassignedId(id, none))).toEqual([false, false, false, false]);
  });
});

test("reads users, their groups and groups without users", async () => {
  const folder = await mkdtemp(join(tmpdir(), "accounts-"));
  const files = [join(folder, "passwd"), join(folder, "group"), join(folder, "missing")];
  await writeFile(
    files[0] ?? "",
    "root:x:0:0:root:/root:/bin/sh\nada:x:60801:60802:Ada, 12:/home/ada:/bin/sh\n",
  );
  await writeFile(files[1] ?? "", "root:x:0:\nstaff:x:60803:ada\n");
  expect(await readAssignedIds(files)).toEqual(new Set([0, 60_801, 60_802, 60_803]));
  await rm(folder, { recursive: true });
});
