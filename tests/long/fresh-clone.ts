import { check } from "./check.ts";
import { walk } from "./feature-tour.ts";
import { startSite } from "./start-site.ts";
import { createClone, type FreshClone } from "./clone.ts";

// In a fresh clone with an empty home folder: runs the two commands of the README and a tour of all features, and expects no changes in the
// working tree.

const stranger = await attemptClone();
if (stranger !== undefined) {
  try {
    await check("Install: npm ci", async () => {
      const node = (await stranger.run("node", ["--version"])).trim();
      await stranger.run("npm", ["ci"]);
      return `the machine’s Node is ${node}`;
    });
    await check("npm start, which builds the site, and a clean stop", async () => {
      const outcome = await startSite(stranger);
      if (outcome.kind !== "works") throw new Error(outcome.words);
      return outcome.words;
    });
    await walk(stranger);
    await check("git status after npm start", () => expectClean(stranger));
    await check("Tests: npm test", async () => readSummary(await stranger.run("npm", ["test"])));
    await check("git status after the tests", () => expectClean(stranger));
  } finally {
    await stranger.leave();
  }
}

async function attemptClone(): Promise<FreshClone | undefined> {
  let made: FreshClone | undefined;
  await check("A fresh clone", async () => {
    made = await createClone();
    return (await made.run("git", ["rev-parse", "--short=12", "HEAD"])).trim();
  });
  return made;
}

async function expectClean({ run }: FreshClone): Promise<string> {
  const changed = (await run("git", ["status", "--porcelain"])).trim();
  if (changed !== "") throw new Error(`not clean: ${changed}`);
  return "clean";
}

/** The durations of the parts, and what was skipped. */
function readSummary(output: string): string {
  return output
    .split("\n")
    .filter((line) => /^(passed|NOT RUN)/.test(line))
    .join("; ");
}
