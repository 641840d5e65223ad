import { check } from "./check.ts";
import { walk } from "./newcomers-walk.ts";
import { startSite } from "./start-site.ts";
import { makeStranger, type Stranger } from "./stranger.ts";

// From a fresh clone, in an empty home folder: the two commands of the README, a newcomer's walk through all of it, and nothing left that
// git would see.

const stranger = await attemptClone();
if (stranger !== undefined) {
  try {
    await check("Install: npm ci", async () => {
      const node = (await stranger.run("node", ["--version"])).trim();
      await stranger.run("npm", ["ci"]);
      return `the machine's own Node is ${node}`;
    });
    await check("npm start, which builds first, and stops again without a trace", async () => {
      const outcome = await startSite(stranger);
      if (outcome.kind !== "works") throw new Error(outcome.words);
      return outcome.words;
    });
    await walk(stranger);
    await check("git status after them", () => expectClean(stranger));
    await check("Tests: npm test", async () => lastWords(await stranger.run("npm", ["test"])));
    await check("git status after that", () => expectClean(stranger));
  } finally {
    await stranger.leave();
  }
}

async function attemptClone(): Promise<Stranger | undefined> {
  let made: Stranger | undefined;
  await check("A fresh clone", async () => {
    made = await makeStranger();
    return (await made.run("git", ["rev-parse", "--short=12", "HEAD"])).trim();
  });
  return made;
}

async function expectClean({ run }: Stranger): Promise<string> {
  const changed = (await run("git", ["status", "--porcelain"])).trim();
  if (changed !== "") throw new Error(`not clean: ${changed}`);
  return "clean";
}

/** How long each part took, and what was left out. */
function lastWords(output: string): string {
  return output
    .split("\n")
    .filter((line) => /^(passed|NOT RUN)/.test(line))
    .join("; ");
}
