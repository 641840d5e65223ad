import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { programSecrets, commandSecrets } from "./secret.ts";

const given = "a secret from the settings, longer than thirty-two characters";
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "practice-secret-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, "session-secret");
const unset = () => ({
  sessionSecret: undefined,
  previousSessionSecrets: [],
  databaseUrl: undefined,
  dataDir,
});

describe("the program's secret", () => {
  test("comes from the settings and is then not stored in a file", async () => {
    expect(await programSecrets({ ...unset(), sessionSecret: given })).toEqual([given]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("is created once, by the first program, and readable only by its owner", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => programSecrets(unset())));
    expect(new Set(secrets.flat()).size).toBe(1);
    expect(await commandSecrets(unset())).toEqual(secrets[0]);
    expect(readFileSync(file(), "utf8")).toBe(secrets[0]?.[0]);
    expect(secrets[0]?.[0].length).toBeGreaterThanOrEqual(64);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  });

  test.skipIf(process.platform === "win32")(
    "is flushed to disk together with its folder before it is used",
    async () => {
      const handle = await open(dataDir, "r");
      const sync = vi.spyOn(Object.getPrototypeOf(handle), "sync");
      await handle.close();
      await programSecrets(unset());
      expect(sync).toHaveBeenCalledTimes(2);
      sync.mockRestore();
    },
  );

  test("is not read from a damaged file", async () => {
    writeFileSync(file(), "short", { mode: 0o600 });
    await expect(programSecrets(unset())).rejects.toThrow(/session-secret is damaged/);
  });

  test.skipIf(process.platform === "win32")("is not read from a file that other users can read", async () => {
    await programSecrets(unset());
    chmodSync(file(), 0o644);
    await expect(programSecrets(unset())).rejects.toThrow(`run \`chmod 600 ${file()}\` and start again`);
  });

  test.skipIf(process.platform === "win32")(
    "is not created in a folder that other users can change",
    async () => {
      chmodSync(dataDir, 0o1777);
      await expect(programSecrets(unset())).rejects.toThrow(`run \`chmod go-w ${dataDir}\` and start again`);
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );
});

describe("after a rotation", () => {
  test("settings list the current secret first, then the previous ones", async () => {
    const settings = {
      ...unset(),
      sessionSecret: given,
      previousSessionSecrets: [`${given} 1`, `${given} 2`],
    };
    expect(await programSecrets(settings)).toEqual([given, `${given} 1`, `${given} 2`]);
  });

  test("the file contains one secret per line, the current one first", async () => {
    const [previous] = await programSecrets(unset());
    writeFileSync(file(), `${given}\n${previous}\n`);
    expect(await programSecrets(unset())).toEqual([given, previous]);
  });
});

describe("a command with an external database", () => {
  const elsewhere = () => ({ ...unset(), databaseUrl: "postgres://db.example.com/practice" });

  test("creates no secret and says which one it needs", async () => {
    await expect(commandSecrets(elsewhere())).rejects.toThrow(
      "This command needs the servers’ SESSION_SECRET",
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("uses the secret from the settings or of the local server", async () => {
    expect(await commandSecrets({ ...elsewhere(), sessionSecret: given })).toEqual([given]);
    const made = await programSecrets(elsewhere());
    expect(await commandSecrets(elsewhere())).toEqual(made);
  });
});
