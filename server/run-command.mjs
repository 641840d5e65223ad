// Entry point of commands such as `npm run staff`: `node server/run-command.mjs <command> <arguments>`.
import { ensureBuild } from "./ensure-build.mjs";

const [command, ...args] = process.argv.slice(2);

await ensureBuild();
const { run } = await import(new URL(`../build/server/${command}.js`, import.meta.url).href);
// An open standard input would keep the process running.
process.exit(await run(args, process));
