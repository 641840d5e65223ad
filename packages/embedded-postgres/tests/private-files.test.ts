import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkFolderIsPrivate, readPrivateFile } from "../src/private-files.ts";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "practice-private-"));
  file = join(folder, "session-secret");
  writeFileSync(file, "secret", { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === "win32")("a folder", () => {
  // The program creates the data folder with mode 0711.
  test.each([0o700, 0o711, 0o750, 0o755])("with mode %o is accepted", async (mode) => {
    chmodSync(folder, mode);
    await expect(checkFolderIsPrivate(folder)).resolves.toBeUndefined();
  });

  test.each([
    [0o777, "0777"],
    [0o1777, "1777"],
    [0o770, "0770"],
    [0o702, "0702"],
  ])("with mode %o is refused with the command that corrects it", async (mode, shown) => {
    chmodSync(folder, mode);
    await expect(checkFolderIsPrivate(folder)).rejects.toThrow(
      `The data folder ${folder} can be changed by other users (mode ${shown}): run \`chmod go-w ${folder}\` and start again.`,
    );
  });

  test("the command quotes a path that a shell would split", async () => {
    const odd = join(folder, "it's here");
    mkdirSync(odd);
    chmodSync(odd, 0o777);
    await expect(checkFolderIsPrivate(odd)).rejects.toThrow(`chmod go-w '${folder}/it'\\''s here'`);
  });
});

describe.skipIf(process.platform === "win32")("a file with a secret", () => {
  test.each([0o600, 0o400])("with mode %o is read, also through a link", async (mode) => {
    chmodSync(file, mode);
    symlinkSync(file, join(folder, "link"));
    expect(await readPrivateFile(file)).toBe("secret");
    expect(await readPrivateFile(join(folder, "link"))).toBe("secret");
  });

  test.each([0o640, 0o604, 0o620, 0o601])("with mode %o is refused", async (mode) => {
    chmodSync(file, mode);
    await expect(readPrivateFile(file)).rejects.toThrow(
      `The file ${file} holds a secret that other users can reach (mode 0${mode.toString(8)}): run \`chmod 600 ${file}\` and start again.`,
    );
  });

  test.runIf(isRoot)("of another user is refused", async () => {
    chownSync(file, 12_345, 12_345);
    await expect(readPrivateFile(file)).rejects.toThrow(
      `The file ${file} belongs to another user (number 12345), who may know or change the secret in it: check where it comes from, then run \`chown 0 ${file}\` and start again.`,
    );
  });

  test.runIf(isRoot)("of the user who owns the folder is read by root", async () => {
    chownSync(file, 12_345, 12_345);
    chownSync(folder, 12_345, 12_345);
    expect(await readPrivateFile(file)).toBe("secret");
  });

  test("that does not exist is not an error", async () => {
    expect(await readPrivateFile(join(folder, "missing"))).toBeUndefined();
  });
});
