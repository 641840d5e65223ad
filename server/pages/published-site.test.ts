import { expect, it, vi } from "vitest";
import { createDigestStore } from "./published-site.ts";

const home = { title: "Home" };
const about = { title: "About" };

it("computes a digest once for the same documents, although they are other objects in another order", async () => {
  const keepDigest = createDigestStore();
  const compute = vi.fn<() => Promise<string>>(() => Promise.resolve("a"));
  await keepDigest({ number: 1, documents: { home, about } }, compute);
  expect(await keepDigest({ number: 2, documents: { about: { ...about }, home } }, compute)).toBe("a");
  expect(compute).toHaveBeenCalledTimes(1);
});

it("computes a digest again when a document changes, is added, or the computation has failed", async () => {
  const keepDigest = createDigestStore();
  const digest = (documents: Record<string, object>, value: string) =>
    keepDigest({ number: 1, documents }, () => Promise.resolve(value));
  expect(await digest({ home }, "a")).toBe("a");
  expect(await digest({ home: about }, "b")).toBe("b");
  expect(await digest({ home: about, about }, "c")).toBe("c");
  const failure = new Error("The server stops.");
  await expect(keepDigest({ number: 1, documents: { home } }, () => Promise.reject(failure))).rejects.toBe(
    failure,
  );
  expect(await digest({ home }, "d")).toBe("d");
});
