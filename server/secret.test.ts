import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { programSecret, shellSecret } from "./secret.ts";

const given = "a secret of the settings, longer than thirty-two characters";
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "practice-secret-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, "session-secret");
const unset = () => ({ sessionSecret: undefined, databaseUrl: undefined, dataDir });

describe("the program's secret", () => {
  test("is that of the settings, and then none is kept", async () => {
    expect(await programSecret({ ...unset(), sessionSecret: given })).toBe(given);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("is made once, by whoever comes first, for nobody else to read", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => programSecret(unset())));
    expect(new Set(secrets).size).toBe(1);
    expect(await shellSecret(unset())).toBe(secrets[0]);
    expect(readFileSync(file(), "utf8")).toBe(secrets[0]);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(64);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  });

  test("that was damaged is not taken for one", async () => {
    writeFileSync(file(), "short");
    await expect(programSecret(unset())).rejects.toThrow(/session-secret is damaged: delete it/);
  });
});

describe("a shell command beside a database that is elsewhere", () => {
  const elsewhere = () => ({ ...unset(), databaseUrl: "postgres://db.example.com/practice" });

  test("makes no secret of its own, and says which one it needs", async () => {
    await expect(shellSecret(elsewhere())).rejects.toThrow("This needs the servers’ SESSION_SECRET");
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("has that of the settings, or of the server that runs here", async () => {
    expect(await shellSecret({ ...elsewhere(), sessionSecret: given })).toBe(given);
    const made = await programSecret(elsewhere());
    expect(await shellSecret(elsewhere())).toBe(made);
  });
});
