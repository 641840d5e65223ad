import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("the README has one command to start the product and one to test it", () => {
  const readme = readFileSync("README.md", "utf8");
  expect(readme).toContain("```\nnpm ci && npm start\n```");
  expect(readme).toContain("```\nnpm ci && npm test\n```");
});

// The project includes its own Node, so the version that runs npm does not matter.
test("npm ci prints no engine warnings under the project's settings, and still prints errors @long", () => {
  const lock = { name: "sample", version: "1.0.0", lockfileVersion: 3, requires: true };
  const root = { name: "sample", version: "1.0.0", engines: { node: ">=99" } };
  const { status, stderr, stdout } = npmCi(root, { ...lock, packages: { "": root } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("up to date");

  const changed = { ...root, dependencies: { hono: "1.0.0" } };
  const failed = npmCi(changed, { ...lock, packages: { "": root } });
  expect(failed.status).not.toBe(0);
  expect(failed.stderr).toContain("npm error");
});

function npmCi(packageJson: object, lock: object) {
  const folder = mkdtempSync(join(tmpdir(), "practice-install-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(".npmrc", join(folder, ".npmrc"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(packageJson));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  // Nothing is downloaded: no registry answers at this address.
  const args = ["ci", "--registry=http://127.0.0.1:9", "--fetch-retries=0"];
  const env = { PATH: process.env.PATH, HOME: folder };
  return spawnSync("npm", args, { cwd: folder, env, encoding: "utf8" });
}
