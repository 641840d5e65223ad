import { expect, test } from "vitest";
import { type DraftClaim, insertOpenClaims, replaceClaimsOfPage } from "./typed-claims.ts";

const claim = (figure: string, path: string): DraftClaim => ({
  figure,
  sentence: `“${figure}” & <b>`,
  path,
  reason: "undecided",
});

test("the claims are inserted as an attribute that no text can leave", () => {
  const html = insertOpenClaims("<html><head><title>A</title></head></html>", [claim('5" onload="', "/")]);
  expect(html).toMatch(/^<html><head><meta name="open-claims" content="[^"<]*"><title>A<\/title>/);
});

test("the claims of the displayed page are replaced, and those of other pages remain", () => {
  const saved = [claim("1", "/"), claim("2", "/about")];
  expect(replaceClaimsOfPage(saved, "/", [claim("3", "/")])).toEqual([claim("3", "/"), claim("2", "/about")]);
  expect(replaceClaimsOfPage(saved, "/", [])).toEqual([claim("2", "/about")]);
  expect(replaceClaimsOfPage(undefined, "/", [])).toEqual([]);
});
