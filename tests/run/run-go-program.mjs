// Runs `oxlint` or `tsc`, which are written in Go, without garbage collection: `node tests/run/run-go-program.mjs <program> <arguments>`.
// Both end after a few seconds, and collection takes a third of that time. It starts again at half of the machine's memory.
import { spawnSync } from "node:child_process";
import { totalmem } from "node:os";

const memoryLimit = `${Math.floor(totalmem() / 2 / 1024 ** 2)}MiB`;

const [program, ...args] = process.argv.slice(2);
const { status } = spawnSync([program, ...args].join(" "), {
  stdio: "inherit",
  shell: true,
  env: { ...process.env, GOGC: "off", GOMEMLIMIT: memoryLimit },
});
process.exit(status ?? 1);
