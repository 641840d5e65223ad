import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createArchive,
  createSmallPath,
  startRelease,
  unpack,
  type UnpackedArchive,
} from "./unpacked-archive.ts";

let unpacked: UnpackedArchive;
let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  unpacked = unpack(createArchive());
  folder = mkdtempSync(join(tmpdir(), "practice-operator-"));
  writeFileSync(join(folder, "settings"), `DATA_DIR=${join(folder, "data")}\nLOG_LEVEL=warn\n`, {
    mode: 0o600,
  });
  env = { PATH: createSmallPath(folder), SETTINGS_FILE: join(folder, "settings") };
}, 300_000);

afterAll(() => {
  unpacked.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("every file of the archive has the digest that SHA256SUMS lists", () => {
  const verify = (cwd: string, file: string) =>
    spawnSync("sha256sum", ["--check", "--quiet", "--strict", file], { cwd, encoding: "utf8" });
  expect(verify(unpacked.release, "SHA256SUMS")).toMatchObject({ status: 0, stdout: "" });
  expect(verify("dist", `${basename(unpacked.archive)}.sha256`)).toMatchObject({ status: 0, stdout: "" });
});

test("the archive contains neither sources, nor tests, nor the packages for building and testing", () => {
  const absent = [
    "app",
    "content",
    "tests",
    "vite.config.ts",
    "node_modules/vite",
    "node_modules/vitest",
    ".env",
  ];
  expect(absent.filter((path) => existsSync(join(unpacked.release, path)))).toEqual([]);
});

test("a release starts without a build with its own Node, sends pages and documents, runs a command and stops", async () => {
  const server = await startRelease(unpacked.release, env);
  try {
    const home = await fetch(server.url);
    expect(home.status).toBe(200);
    const html = await home.text();
    expect(html).toContain("<h1");
    const asset = /\/assets\/[\w.-]+/.exec(html)?.[0] ?? "";
    expect(await fetch(new URL(asset, server.url))).toMatchObject({ status: 200 });
    // The only page that reads files of packages at run time.
    const document = await fetch(`${server.url}/form-adv-part-2a.pdf`);
    expect(document.status).toBe(200);
    expect((await document.text()).slice(0, 5)).toBe("%PDF-");

    const command = runRelease("staff", "list");
    expect(command).toMatchObject({ status: 0, stderr: "" });
    expect(runRelease("unknown").status).toBe(2);
  } finally {
    expect(await server.stop()).toBe(0);
  }
  process.stdout.write(
    `Unpacked in ${unpacked.unpackSeconds.toFixed(1)} s; ready ${server.secondsToAnswer.toFixed(1)} s after the first start.\n`,
  );
  expect(runRelease("staff", "list")).toMatchObject({ status: 0 });
});

test("a missing settings file stops the start with a sentence that names it", () => {
  const { status, stderr } = spawnSync(join(unpacked.release, "bin/exit-planning"), ["start"], {
    env: { ...env, SETTINGS_FILE: "/nowhere/settings" },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("There is no file /nowhere/settings");
});

function runRelease(...args: string[]) {
  return spawnSync(join(unpacked.release, "bin/exit-planning"), args, { cwd: "/", env, encoding: "utf8" });
}
