import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPassphrase } from "./passphrase.ts";

const folder = mkdtempSync(join(tmpdir(), "passphrase-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode });
  return file;
}

test("the first line of the file is the passphrase", async () => {
  const file = write("good", "correct horse battery staple \r\na comment\n");
  expect(await readPassphrase(file)).toBe("correct horse battery staple");
});

test("a missing or empty file, a short passphrase and a file that others can read are refused", async () => {
  await expect(readPassphrase(join(folder, "missing"))).rejects.toThrow(
    /does not exist\. Put the saved passphrase back, in a file of the server’s user with mode 600:/,
  );
  await expect(readPassphrase(write("empty", ""))).rejects.toThrow("needs at least 20 characters");
  await expect(readPassphrase(write("short", "limestone\n"))).rejects.toThrow("needs at least 20");
  await expect(readPassphrase(folder)).rejects.toThrow("cannot be read (EISDIR)");
  const open = write("open", "correct horse battery staple", 0o644);
  await expect(readPassphrase(open)).rejects.toThrow("holds a secret that other users can reach");
});
