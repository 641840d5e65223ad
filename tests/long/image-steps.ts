import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDockerfile } from "#tests/deploy/dockerfile.ts";
import { check } from "./check.ts";
import { createClone } from "./clone.ts";

// Runs the build steps of deploy/docker/Dockerfile in a clean folder, in place of a container engine: the files that COPY names, without
// those of .dockerignore, and the commands of RUN.

await check("Build steps of deploy/docker/Dockerfile in a clean folder", async () => {
  const stranger = await createClone();
  const source = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const release = join(source, "release");
  const work = join(source, "source");
  try {
    await mkdir(work);
    const ignored = (await readFile(".dockerignore", "utf8")).split("\n").filter(Boolean);
    const instructions = readDockerfile(await readFile("deploy/docker/Dockerfile", "utf8"));
    const buildStage = instructions.slice(
      1,
      instructions.findIndex(({ name }, at) => at > 0 && name === "FROM"),
    );
    for (const { name, text } of buildStage) {
      if (name === "COPY") copy(stranger.clone, work, text, ignored);
      if (name === "RUN") {
        execFileSync("sh", ["-c", text.replaceAll("/release", release)], { cwd: work, stdio: "pipe" });
      }
    }
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: release, stdio: "pipe" });
    return `the release has ${(await readdir(release)).length} entries`;
  } finally {
    await stranger.leave();
    await rm(source, { recursive: true, force: true });
  }
});

function copy(from: string, to: string, text: string, ignored: readonly string[]): void {
  const sources = text.split(/\s+/).slice(0, -1);
  const excluded = ignored.map((name) => `--exclude=./${name}`);
  const packed = execFileSync(
    "tar",
    ["--create", ...excluded, ...sources.map((path) => (path === "." ? path : `./${path}`))],
    {
      cwd: from,
      maxBuffer: 2 ** 30,
    },
  );
  execFileSync("tar", ["--extract"], { cwd: to, input: packed });
}
