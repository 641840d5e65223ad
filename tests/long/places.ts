import { check, NotRun } from "./check.ts";
import { startSite } from "./start-site.ts";
import { isRoot, makeStranger, hasProgram, type User } from "./stranger.ts";

// Where and by whom the site can be set up. Each works; without setpriv it may also be refused, with the one sentence that
// says what to do.

type Place = { below?: string; closed?: boolean; user?: User; install?: readonly string[] };

/** "daemon": a user with a name on every Linux. */
const ordinaryUser: User = { uid: 1, gid: 1 };

await check("Set-up as root in a folder closed to others", async () => {
  if (!isRoot) throw new NotRun("it takes root to try it");
  return setUp({ closed: true });
});
await check("Set-up as an ordinary user", async () => {
  if (!isRoot) return setUp({});
  if (!hasProgram("setpriv")) throw new NotRun("setpriv, which changes the user, is not installed");
  return setUp({ user: ordinaryUser });
});
await check("Set-up with --ignore-scripts", () => setUp({ install: ["ci", "--ignore-scripts"] }));
await check("Set-up in a path of 150 characters with spaces", () =>
  setUp({ below: "a folder with quite a long name, ".repeat(5).slice(0, 150).trim().padEnd(150, "x") }),
);

async function setUp({ install = ["ci"], ...place }: Place): Promise<string> {
  const stranger = await makeStranger(place);
  try {
    await stranger.run("npm", install);
    const outcome = await startSite(stranger);
    if (outcome.kind === "refused" && hasProgram("setpriv")) throw new Error(outcome.words);
    return outcome.words;
  } finally {
    await stranger.leave();
  }
}
