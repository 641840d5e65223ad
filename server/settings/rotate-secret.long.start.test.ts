import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, describe, expect, test } from "vitest";
import { canMount, isRoot } from "#embedded-postgres/testing";
import { type RunningServer, startServer } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-rotate-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const account = { name: "Ruth", email: "ruth@example.com", password: "limestone in the rain" };
const notUsed = /Authenticator apps not used since the rotation: (\d+)\./;

test("authenticator apps keep working through the runbook's rotation, including after the previous secret is removed", async () => {
  const before = await startServer({ dataDir });
  const [setUpPath] = /\/auth\/set-up\/\S+/.exec(await printed(before, "/auth/set-up/")) ?? [""];
  const browser = openBrowser(before);
  expect(await browser.post(setUpPath, account)).toBe("303 /admin");
  expect(await browser.post("/admin/account", { intent: "begin-authenticator" })).toMatch(/^200/);
  const [, key = ""] = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(browser.html()) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  // A code is accepted only once. Adjacent time steps are also accepted, so the test does not wait half a minute.
  const generateCode = (step: number) => totp.generate({ timestamp: Date.now() + step * 30_000 });
  expect(
    await browser.post("/admin/account", { intent: "confirm-authenticator", code: generateCode(-1) }),
  ).toMatch(/^200/);
  expect(browser.html()).toContain("recovery codes");
  await before.stop();

  runStep("rotate");
  expect(readFileSync(join(dataDir, "session-secret"), "utf8").trim().split("\n")).toHaveLength(2);
  const rotated = await startServer({ dataDir });
  expect(notUsed.exec(await printed(rotated, "The site is available"))?.[1]).toBe("1");
  // The session stays valid, and a sign-in with a code succeeds.
  expect(await openBrowser(rotated, browser.cookies).get("/admin")).toBe("200");
  await signInWithCode(rotated, generateCode(0));
  await rotated.stop();

  const again = await startServer({ dataDir });
  expect(notUsed.exec(await printed(again, "The site is available"))?.[1]).toBe("0");
  await again.stop();

  runStep("drop");
  const afterwards = await startServer({ dataDir });
  expect(afterwards.output()).not.toMatch(notUsed);
  await signInWithCode(afterwards, generateCode(1));
  await afterwards.stop();
});

describe.each(["rotate", "drop"] as const)("the runbook's step %s", (step) => {
  const previous = "p".repeat(64);
  const secrets = `${"c".repeat(64)}\n${previous}\n\n`;

  function newFolder(): string {
    const folder = mkdtempSync(join(dataDir, "step-"));
    writeFileSync(join(folder, "session-secret"), secrets, { mode: 0o600 });
    return folder;
  }

  /** Runs the step and returns whether it reported success. */
  function succeeds(env: Record<string, string>): boolean {
    const { status } = spawnSync("sh", ["-c", readStep(step)], {
      env: { PATH: process.env.PATH, ...env },
    });
    return status === 0;
  }

  function expectUnchanged(folder: string): void {
    expect(readFileSync(join(folder, "session-secret"), "utf8")).toBe(secrets);
    expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).not.toContain("session-secret.new");
    const backup = join(folder, "session-secret.bak");
    if (existsSync(backup)) expect(readFileSync(backup, "utf8")).toBe(secrets);
  }

  test("leaves one file that only its owner can read", () => {
    const folder = newFolder();
    expect(succeeds({ DATA_DIR: folder })).toBe(true);
    const lines = readFileSync(join(folder, "session-secret"), "utf8").trim().split("\n");
    expect(lines.map((line) => line.length)).toEqual(step === "rotate" ? [64, 64, 64] : [64]);
    expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["session-secret"]);
  });

  const source = step === "rotate" ? "openssl" : "head";
  test.each([
    [source, "exit 1"],
    [source, "echo abc"],
    ["cat", "exit 1"],
    ["cat", "echo abc"],
    ["cp", "exit 1"],
    ["mv", "exit 1"],
  ])("keeps the secrets if %s is replaced by: %s", (program, script) => {
    const folder = newFolder();
    const stubs = mkdtempSync(join(dataDir, "stubs-"));
    writeFileSync(join(stubs, program), `#!/bin/sh\n${script}\n`);
    chmodSync(join(stubs, program), 0o755);
    expect(succeeds({ DATA_DIR: folder, PATH: `${stubs}:${process.env.PATH}` })).toBe(false);
    expectUnchanged(folder);
  });

  test("refuses without DATA_DIR", () => {
    expect(succeeds({})).toBe(false);
  });

  test.runIf(isRoot && canMount())(
    "keeps the secrets on a full disk, and succeeds once there is space",
    () => {
      const folder = mkdtempSync(join(dataDir, "disk-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", folder]);
      try {
        writeFileSync(join(folder, "session-secret"), secrets, { mode: 0o600 });
        spawnSync("sh", ["-c", 'cat /dev/zero > "$1"', "sh", join(folder, "filler")]);
        expect(succeeds({ DATA_DIR: folder })).toBe(false);
        expectUnchanged(folder);
        rmSync(join(folder, "filler"));
        expect(succeeds({ DATA_DIR: folder })).toBe(true);
        expect(readdirSync(folder)).toEqual(["session-secret"]);
      } finally {
        execFileSync("umount", [folder]);
      }
    },
  );
});

test("the runbook's step drop keeps a file with a single secret", () => {
  const folder = mkdtempSync(join(dataDir, "single-"));
  const secret = "c".repeat(64);
  writeFileSync(join(folder, "session-secret"), secret, { mode: 0o600 });
  const env = { PATH: process.env.PATH, DATA_DIR: folder };
  const { status, stderr } = spawnSync("sh", ["-c", readStep("drop")], { env, encoding: "utf8" });
  expect(status).not.toBe(0);
  expect(stderr).toContain("There is no previous secret");
  expect(readFileSync(join(folder, "session-secret"), "utf8")).toBe(secret);
  expect(readdirSync(folder)).toEqual(["session-secret"]);
});

function readStep(name: "rotate" | "drop"): string {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  const [, commands = ""] = new RegExp("```sh " + name + "\\n(.*?)```", "s").exec(runbook) ?? [];
  expect(commands).not.toBe("");
  return commands;
}

/** Runs a runbook step in the shell for which it was written. */
function runStep(name: "rotate" | "drop"): void {
  execFileSync("sh", ["-c", readStep(name)], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } });
}

async function signInWithCode(server: RunningServer, code: string): Promise<void> {
  const browser = openBrowser(server);
  const { email, password } = account;
  expect(await browser.post("/auth", { intent: "sign-in", email, password })).toMatch(/^303 \/auth\/prove/);
  expect(await browser.post("/auth/prove", { code })).toBe("303 /admin");
}

async function printed(server: RunningServer, text: string): Promise<string> {
  await expect.poll(() => server.output()).toContain(text);
  return server.output();
}

/** A browser without JavaScript. */
function openBrowser(server: RunningServer, cookies = new Map<string, string>()) {
  let html = "";
  const request = async (path: string, init: RequestInit): Promise<string> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(server.url + path, {
      ...init,
      redirect: "manual",
      headers: { cookie, origin: server.url },
    });
    for (const header of response.headers.getSetCookie()) {
      const [name = "", value = ""] = header.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    html = await response.text();
    return [response.status, response.headers.get("location")].filter((part) => part !== null).join(" ");
  };
  return {
    cookies,
    html: () => html,
    get: (path: string) => request(path, {}),
    post: (path: string, fields: Record<string, string>) =>
      request(path, { method: "POST", body: new URLSearchParams(fields) }),
  };
}
