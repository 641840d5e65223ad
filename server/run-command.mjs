// What `npm run staff` runs: `node server/run-command.mjs <command> <its arguments>`.
import { ensureBuild } from "./ensure-build.mjs";

const [command, ...args] = process.argv.slice(2);

await ensureBuild();
const { run } = await import(new URL(`../build/server/${command}.js`, import.meta.url).href);
// Standard input may still be open, and would keep the process waiting.
process.exit(await run(args, process));
