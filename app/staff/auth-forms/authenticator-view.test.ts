import { encode } from "uqr";
import { expect, test } from "vitest";
import { drawQrCode } from "./authenticator-view.server.ts";

test("the path draws exactly the dark modules, inside a light border", () => {
  const text = "otpauth://totp/Firm:ruth%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Firm";
  const { size, path } = drawQrCode(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(width); at += 1) drawn[Number(y)]?.splice(Number(x) + at, 1, true);
  }
  const { data } = encode(text, { ecc: "L", border: 4 });
  expect(drawn).toEqual(data);
  expect(drawn.slice(0, 4).flat()).not.toContain(true);
  expect(path.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, "")).toBe("");
});
