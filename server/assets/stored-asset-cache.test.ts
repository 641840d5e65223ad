import { describe, expect, it } from "vitest";
import { cacheStoredAssets } from "./stored-asset-cache.ts";

/** A cache of up to 100 bytes. @param sizes of the files by their names */
function aCache(sizes: Readonly<Record<string, number>>) {
  const loaded: string[] = [];
  const find = cacheStoredAssets((path) => {
    loaded.push(path);
    const bytes = sizes[path];
    if (path === "broken") return Promise.reject(new Error("The database does not answer."));
    return Promise.resolve(bytes === undefined ? undefined : { asset: { path }, bytes });
  }, 100);
  return { find, loaded };
}

describe("the files of other builds", () => {
  it("are loaded once, also by concurrent requests", async () => {
    const { find, loaded } = aCache({ a: 40 });
    const [first, second] = await Promise.all([find("a"), find("a")]);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(await find("a")).toBe(first);
    expect(loaded).toEqual(["a"]);
  });

  it("leave in the order in which they came when they are too large together", async () => {
    const { find, loaded } = aCache({ a: 40, b: 40, c: 40 });
    for (const path of ["a", "b", "c", "b", "c", "a"]) await find(path);
    expect(loaded).toEqual(["a", "b", "c", "a"]);
  });

  it("that leave while they are loading are counted once", async () => {
    const sizes: Record<string, number> = { slow: 10, a: 60, b: 60 };
    const waiting: (() => void)[] = [];
    let loads = 0;
    const find = cacheStoredAssets(async (path) => {
      loads += 1;
      if (path === "slow") await new Promise<void>((resolve) => waiting.push(resolve));
      return { asset: { path }, bytes: sizes[path] ?? 0 };
    }, 100);
    const first = find("slow");
    await find("a");
    await find("b");
    const second = find("slow");
    for (const end of waiting) end();
    await Promise.all([first, second]);
    expect(loads).toBe(4);
    // 60 and 10 bytes are kept, so another 30 fit.
    sizes["c"] = 30;
    await find("c");
    await find("b");
    await find("slow");
    expect(loads).toBe(5);
  });

  it("are searched again if they were missing, or could not be read", async () => {
    const { find, loaded } = aCache({});
    expect(await find("a")).toBeUndefined();
    expect(await find("a")).toBeUndefined();
    await expect(find("broken")).rejects.toThrow("does not answer");
    await expect(find("broken")).rejects.toThrow("does not answer");
    expect(loaded).toEqual(["a", "a", "broken", "broken"]);
  });
});
