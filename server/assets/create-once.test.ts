import { expect, test } from "vitest";
import { createOnce } from "./create-once.ts";

test("creates each result once", async () => {
  const created: string[] = [];
  const find = createOnce((key: string) => Promise.resolve(created.push(key)));
  expect(await Promise.all([find("a"), find("a"), find("b")])).toEqual([1, 1, 2]);
  expect(created).toEqual(["a", "b"]);
});

test("tries again after a failure", async () => {
  let isFailing = true;
  const find = createOnce(() =>
    isFailing ? Promise.reject(new Error("Out of memory")) : Promise.resolve("done"),
  );
  await expect(Promise.all([find("a"), find("a")])).rejects.toThrow("Out of memory");
  isFailing = false;
  expect(await find("a")).toBe("done");
});
