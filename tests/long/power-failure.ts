import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresPid, isRunning, startServer, until } from "#tests/kit/running-server.ts";
import { withDatabase } from "#tests/kit/stopped-database.ts";
import { emailsPerAssessment, startBurst, storedIds } from "#tests/kit/submission-burst.ts";
import { check, NotRun } from "./check.ts";
import { hasProgram, isRoot } from "./clone.ts";

// Cuts the power of the disk with the data folder under load: XFS then discards everything that was written but not synced, as a computer
// does that loses its power. The file system is in a file.

const rounds = 20;
const imageBytes = 2 ** 30;

await check(`${rounds} power failures under load`, async () => {
  if (!isRoot) throw new NotRun("this check requires root");
  for (const program of ["mkfs.xfs", "xfs_io"]) {
    if (!hasProgram(program)) {
      throw new NotRun(`there is no ${program} on this machine (apt-get install xfsprogs)`);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "practice-power-"));
  const disk = { image: join(folder, "image"), mount: join(folder, "disk") };
  try {
    createDisk(disk);
    return await failRepeatedly(disk);
  } finally {
    // It is mounted only after a failure.
    spawnSync("umount", ["--lazy", disk.mount]);
    rmSync(folder, { recursive: true, force: true });
  }
});

type Disk = { image: string; mount: string };

/** @throws if an acknowledged submission is lost, or does not have its two emails */
async function failRepeatedly(disk: Disk): Promise<string> {
  const dataDir = join(disk.mount, "data");
  const unsynced = join(disk.mount, "unsynced");
  const allAcknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer({ dataDir });
    const database = postgresPid(dataDir);
    const { acknowledged, end } = await startBurst([server.url]);
    // Without -f, the log of the file system is lost as well. The bytes written before it show that the failure loses anything.
    run("xfs_io", "-f", "-x", "-c", "pwrite 0 4096", "-c", "shutdown", unsynced);
    await server.kill();
    await end();
    allAcknowledged.push(...acknowledged);
    await until("the database to end", () => database === undefined || !isRunning(database), 30_000);
    run("umount", disk.mount);
    run("mount", "-o", "loop", disk.image, disk.mount);
    const written = statSync(unsynced, { throwIfNoEntry: false });
    if (written !== undefined && written.size > 0) throw new Error("bytes that were not synced survived");
    rmSync(unsynced, { force: true });
  }
  const { ids, emails } = await withDatabase(dataDir, async (_, config) => ({
    ids: await storedIds(config),
    emails: await emailsPerAssessment(config),
  }));
  run("umount", disk.mount);
  const lost = allAcknowledged.filter((id) => !ids.has(id));
  if (lost.length > 0) throw new Error(`${lost.length} of ${allAcknowledged.length} were lost`);
  if (emails.some((count) => count !== 2)) throw new Error("an assessment does not have its two emails");
  return `${allAcknowledged.length} acknowledged, 0 lost`;
}

function createDisk({ image, mount }: Disk): void {
  const file = openSync(image, "w");
  ftruncateSync(file, imageBytes);
  closeSync(file);
  mkdirSync(mount);
  run("mkfs.xfs", "-q", image);
  run("mount", "-o", "loop", image, mount);
}

function run(program: string, ...options: string[]): void {
  execFileSync(program, options, { stdio: "pipe" });
}
