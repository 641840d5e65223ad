import { describe, expect, test } from "vitest";
import { filesBelow, readSource } from "#tests/fences/source-files.ts";

const section = readSource("docs/security.md").split("## Cryptography")[1]?.split("\n## ", 1)[0] ?? "";
const sources = ["app", "packages", "server"]
  .flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs)$/))
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes("/tests/"))
  .map(readSource);

/** Hash functions and ciphers that new code can use. */
const approved = ["sha256", "aes-256-gcm", "argon2id"];

describe("the section “Cryptography” of docs/security.md", () => {
  test("lists every purpose for which a key is derived", () => {
    const purposes = sources.flatMap(listPurposes);
    expect(purposes.length).toBeGreaterThan(10);
    expect(purposes.filter((purpose) => !section.includes(`\`${purpose}\``))).toEqual([]);
  });

  test("lists no other purpose", () => {
    const purposes = new Set(sources.flatMap(listPurposes));
    const listed = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, purpose = ""]) => purpose);
    expect(listed.filter((purpose) => !purposes.has(purpose))).toEqual([]);
  });
});

test("the code names only approved algorithms", () => {
  const named = sources.flatMap(listAlgorithms);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((algorithm) => !approved.includes(algorithm))).toEqual([]);
});

describe("planted", () => {
  test("an algorithm is found in each form of a call", () => {
    const code = `createHash("md5"); createHmac( "sha1", key); createCipheriv("aes-128-cbc", key, nonce)`;
    expect(listAlgorithms(code)).toEqual(["md5", "sha1", "aes-128-cbc"]);
  });

  test("a purpose is found", () => {
    expect(listPurposes(`const keys = keyRing.keysFor("a new purpose");`)).toEqual(["a new purpose"]);
  });
});

/** Some areas add a prefix, which is omitted unless it is written at the call. */
function listPurposes(code: string): string[] {
  return [...code.matchAll(/keysFor\("([^"]+)"\)/g)].map(([, purpose = ""]) =>
    purpose.replace(/^identity: /, ""),
  );
}

function listAlgorithms(code: string): string[] {
  const calls = /\b(?:createHash|createHmac|create(?:C|Dec)ipheriv|hkdfSync|argon2Sync)\(\s*"([^"]+)"/g;
  return [...code.matchAll(calls)].map(([, algorithm = ""]) => algorithm);
}
