import { beforeEach, expect, it, vi } from "vitest";
import { encodeBody } from "#server/assets/encoded-body.ts";
import { encodeTemplate } from "./encoded-template.ts";

let failures = 0;

type Compress = (
  bytes: never,
  options: never,
  callback: (error: Error | null, result: Buffer) => void,
) => void;

/** Fails for the remaining failures, then compresses. */
const failing = vi.hoisted(() => (compress: Compress): Compress => (bytes, options, callback) => {
  if (failures === 0) return compress(bytes, options, callback);
  failures -= 1;
  callback(new Error("Out of memory"), Buffer.alloc(0));
});

vi.mock("node:zlib", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:zlib")>();
  return {
    ...original,
    brotliCompress: failing(original.brotliCompress),
    gzip: failing(original.gzip),
    deflateRaw: failing(original.deflateRaw),
  };
});

beforeEach(() => {
  failures = 1;
});

it.each(["br", "gzip"])("a body is compressed by the next request after a failure: %s", async (encoding) => {
  const body = encodeBody(Buffer.from("A page."), "text/html");
  await expect(body.for(encoding)).rejects.toThrow("Out of memory");
  expect(await body.for(encoding)).toMatchObject({ encoding });
  expect(body.for(encoding)).toBe(body.for(encoding));
});

it("a page with a form is compressed by the next request after a failure", async () => {
  const template = encodeTemplate("<p>{token}</p>", "{token}", 4);
  await expect(template.fill("abcd", "gzip")).rejects.toThrow("Out of memory");
  expect(await template.fill("abcd", "gzip")).toMatchObject({ encoding: "gzip" });
});
