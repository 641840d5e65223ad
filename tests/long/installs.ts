import { check, NotRun } from "./check.ts";
import { startSite } from "./start-site.ts";
import { isRoot, createClone, hasProgram, type User } from "./clone.ts";

// Installs and starts the site in different folders and as different users. Without setpriv, the start can also fail, with one sentence
// that says what to do.

type Install = { below?: string; closed?: boolean; user?: User; install?: readonly string[] };

/** The user "daemon", which exists on every Linux system. */
const ordinaryUser: User = { uid: 1, gid: 1 };

await check("Install as root in a folder closed to others", async () => {
  if (!isRoot) throw new NotRun("this check requires root");
  return setUp({ closed: true });
});
await check("Install as an ordinary user", async () => {
  if (!isRoot) return setUp({});
  if (!hasProgram("setpriv")) throw new NotRun("setpriv, which changes the user, is not installed");
  return setUp({ user: ordinaryUser });
});
await check("Install with --ignore-scripts", () => setUp({ install: ["ci", "--ignore-scripts"] }));
await check("Install in a path of 150 characters with spaces", () =>
  setUp({ below: "a folder with quite a long name, ".repeat(5).slice(0, 150).trim().padEnd(150, "x") }),
);

async function setUp({ install = ["ci"], ...options }: Install): Promise<string> {
  const stranger = await createClone(options);
  try {
    await stranger.run("npm", install);
    const outcome = await startSite(stranger);
    if (outcome.kind === "refused" && hasProgram("setpriv")) throw new Error(outcome.words);
    return outcome.words;
  } finally {
    await stranger.leave();
  }
}
