import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One check taken out of the program: a piece of a file, and what stands in its place. */
export type Mutant = { file: string; line: number; at: number; original: string; replacement: string };

type Rule = {
  files: RegExp;
  /** The check; the first group, where there is one, is what is replaced. */
  check: RegExp;
  replacement: string;
};

/**
 * What is taken out, one at a time. The calls are found wherever they stand, so a new loader, action or endpoint brings its own
 * mutants; the parts of the guard are named one by one.
 */
const rules: readonly Rule[] = [
  // Each demand of a permission, and each demand of a fresh proof.
  {
    files: /^app\/staff\//,
    check: /(?:requireStaff|staffOrRefusal)\([^;]*?\b(can[A-Z]\w+)\b/g,
    replacement: "() => true",
  },
  { files: /^app\/staff\/exports\//, check: /(proof: "fresh")/g, replacement: "" },
  // Named still: an import that nothing uses would be brought to the browser, and the build would not have it.
  {
    files: /^app\/staff\/.*\.route\.tsx$/,
    check: /(requireFreshProof\([^;]*;)/g,
    replacement: "void requireFreshProof;",
  },
  { files: /^app\/staff\/account\/intents\.ts$/, check: /(proof: true)/g, replacement: "proof: false" },
  // The guard itself.
  ...onlyIn("app/staff/require-staff.server.ts", [
    [/(if \(needsSecondFactor\) return "proof";)/g, ""],
    [/(may\(staff\)) \? undefined/g, "true"],
    [/(demand\.proof === "fresh" && !session\.hasFreshProof)/g, "false"],
    [/(!hasFreshProof)/g, "false"],
  ]),
  // What a role may do.
  { files: /^app\/identity\/can\.ts$/, check: /return (staff\.role === [^;]+);/g, replacement: "true" },
  // What a session is.
  ...onlyIn("app/identity/sessions/find-session.server.ts", [
    [/(and session\.expires_at > now\(\))/g, ""],
    [/(and session\.last_used_at > now\(\) - make_interval\(mins => \$\{idleMinutes\}\))/g, ""],
    [/(case when account\.role_ends_at <= now\(\) then 'pending' else account\.role end)/g, "account.role"],
    [/(session\.assurance = 'aal1' and )/g, "false and "],
    [/(session\.proved_at > now\(\) - make_interval\(mins => \$\{freshMinutes\}\))/g, "true"],
  ]),
  ...onlyIn("app/identity/library/session-endpoints.server.ts", [
    [
      /\((await ctx\.getSignedCookie\(sessionToken\.name, ctx\.context\.secret\))\)/g,
      'ctx.getCookie(sessionToken.name)?.split(".")[0]',
    ],
  ]),
  // The ceremonies of passkeys.
  ...onlyIn("app/identity/passkeys/passkey-door.server.ts", [
    [/(if \(session\.needsSecondFactor\) return refuse\("proof"\);)/g, ""],
    [/(!canManageOwnAccount\(session\.staff\))/g, "false"],
    [/(session\.hasFreshProof \? )/g, "true ? "],
  ]),
  // Other sites' pages.
  ...onlyIn("server/middleware/origin-check.ts", [
    [/(!safeMethods\.has\(c\.req\.method\) && isForeign\(c, trustedOrigins\))/g, "false"],
  ]),
];

/** Every mutant of the tree as it is. @throws where a rule finds nothing: the check that it names has moved */
export function findMutants(root: string): Mutant[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(app|server)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  return rules.flatMap((rule) => {
    const found = files
      .filter((file) => rule.files.test(file))
      .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8"), rule));
    if (found.length === 0) {
      throw new Error(`no check is like ${String(rule.check)}: name it anew in tests/long/mutants.ts`);
    }
    return found;
  });
}

/** The file with the check taken out. */
export function mutate(text: string, { at, original, replacement }: Mutant): string {
  return text.slice(0, at) + replacement + text.slice(at + original.length);
}

function mutantsOf(file: string, text: string, { check, replacement }: Rule): Mutant[] {
  return [...text.matchAll(check)].flatMap((match) => {
    const [whole, original = whole] = match;
    const at = match.index + whole.lastIndexOf(original);
    return { file, line: text.slice(0, at).split("\n").length, at, original, replacement };
  });
}

function onlyIn(file: string, checks: readonly (readonly [check: RegExp, replacement: string])[]): Rule[] {
  const files = new RegExp(`^${file.replaceAll(/[.]/g, String.raw`\.`)}$`);
  return checks.map(([check, replacement]) => ({ files, check, replacement }));
}
