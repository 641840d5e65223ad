import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { programSecrets, shellSecrets } from "./secret.ts";

const given = "a secret of the settings, longer than thirty-two characters";
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
  test("is that of the settings, and then none is kept", async () => {
    expect(await programSecrets({ ...unset(), sessionSecret: given })).toEqual([given]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("is made once, by whoever comes first, for nobody else to read", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => programSecrets(unset())));
    expect(new Set(secrets.flat()).size).toBe(1);
    expect(await shellSecrets(unset())).toEqual(secrets[0]);
    expect(readFileSync(file(), "utf8")).toBe(secrets[0]?.[0]);
    expect(secrets[0]?.[0].length).toBeGreaterThanOrEqual(64);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  });

  test("that was damaged is not taken for one", async () => {
    writeFileSync(file(), "short", { mode: 0o600 });
    await expect(programSecrets(unset())).rejects.toThrow(/session-secret is damaged/);
  });

  test.skipIf(process.platform === "win32")("is not read from a file that others can read", async () => {
    await programSecrets(unset());
    chmodSync(file(), 0o644);
    await expect(programSecrets(unset())).rejects.toThrow(`run \`chmod 600 ${file()}\` and start again`);
  });

  test.skipIf(process.platform === "win32")("is not made in a folder that others can change", async () => {
    chmodSync(dataDir, 0o1777);
    await expect(programSecrets(unset())).rejects.toThrow(`run \`chmod go-w ${dataDir}\` and start again`);
    expect(readdirSync(dataDir)).toEqual([]);
  });
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

describe("a shell command beside a database that is elsewhere", () => {
  const elsewhere = () => ({ ...unset(), databaseUrl: "postgres://db.example.com/practice" });

  test("makes no secret of its own, and says which one it needs", async () => {
    await expect(shellSecrets(elsewhere())).rejects.toThrow("This needs the servers’ SESSION_SECRET");
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("has that of the settings, or of the server that runs here", async () => {
    expect(await shellSecrets({ ...elsewhere(), sessionSecret: given })).toEqual([given]);
    const made = await programSecrets(elsewhere());
    expect(await shellSecrets(elsewhere())).toEqual(made);
  });
});
