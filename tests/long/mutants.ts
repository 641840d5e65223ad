import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One check taken out of the program: a piece of a file, and what stands in its place where it is out. */
export type Mutant = Out & { number: number; file: string; line: number; at: number; original: string };

type Out = {
  replacement: string;
  /** What the piece is, and so how the program can be told to leave it out. */
  is?: "expression" | "statement" | "sql";
  /** Whose walk through all doors has to notice it first. */
  noticedBy: string;
};

type Rule = Out & {
  files: RegExp;
  /** The check; the first group, where there is one, is what is replaced. */
  check: RegExp;
};

const guardCall = /(?<!function )\b(?:requireStaff|authorizeStaff)\(/g;
const record = "whoever comes to a door";

/**
 * What is taken out, one at a time. The calls are found wherever they stand, so a new loader, action or endpoint brings its own
 * mutants; the parts of the guard are named one by one.
 */
const rules: readonly Rule[] = [
  // Each demand of a permission, and each demand of a fresh proof.
  {
    files: /^app\/staff\//,
    check: /(?<!function )\b(?:requireStaff|authorizeStaff)\([^;]*?(\bcan[A-Z]\w+|\b[\w.]+\.permission)\b/g,
    replacement: "() => true",
    noticedBy: "pending",
  },
  {
    files: /^app\/staff\/.*\.tsx$/,
    check: /\bpermission: (can[A-Z]\w+)/g,
    replacement: "() => true",
    noticedBy: "pending",
  },
  {
    files: /^app\/staff\/.*\.api\.server\.ts$/,
    check: /requiresRecentAuthentication: (true)/g,
    replacement: "false",
    noticedBy: "stale",
  },
  {
    files: /^app\/staff\/.*\.route\.tsx$/,
    check: /(requireRecentAuthentication\([^;]*;)/g,
    replacement: "",
    is: "statement",
    noticedBy: "stale",
  },
  {
    files: /^app\/staff\/account\/account-actions\.ts$/,
    check: /requiresRecentAuthentication: (true)/g,
    replacement: "false",
    noticedBy: "stale",
  },
  // The guard itself.
  ...onlyIn("app/staff/shell/require-staff.server.ts", [
    [
      /(if \(step !== undefined\) throw redirectDocument\(signInStepPath\(step, getPagePath\(request\)\)\);)/g,
      "",
      "half",
      "statement",
    ],
    [/(if \(nextSignInStep\(session\) !== undefined\) return "proof";)/g, "", "half", "statement"],
    [/(!isPermitted\(session\.staff\))/g, "false", "pending"],
    [/(requiresRecentAuthentication === true && !session\.hasRecentAuthentication)/g, "false", "stale"],
    [/(!hasRecentAuthentication)/g, "false", "stale"],
    [/(await identity\.noteRefusal\([^;]*;)/g, "", record, "statement"],
  ]),
  // What a role may do.
  {
    files: /^app\/identity\/accounts\/permissions\.ts$/,
    check: /return (staff\.role === [^;]+);/g,
    replacement: "true",
    noticedBy: "pending",
  },
  // What a session is.
  ...onlyIn("app/identity/sessions/find-session.server.ts", [
    [/(and session\.expires_at > now\(\))/g, "", "expired", "sql"],
    [
      /(and session\.last_used_at > now\(\) - make_interval\(mins => \$\{idleMinutes\}\))/g,
      "",
      "idle",
      "sql",
    ],
    [
      /(case when account\.role_ends_at <= now\(\) then 'pending' else account\.role end)/g,
      "account.role",
      "ended",
      "sql",
    ],
    [/(session\.assurance = 'aal1' and )/g, "false and ", "half", "sql"],
    [/(and not credential\.has_long_password)/g, "and false", "short", "sql"],
    [
      /(and found\.assurance <> 'aal2' and not found\.needs_second_factor)/g,
      "and false",
      "unenrolled",
      "sql",
    ],
    [
      /(session\.proved_at > now\(\) - make_interval\(mins => \$\{recentAuthenticationMinutes\}\))/g,
      "true",
      "stale",
      "sql",
    ],
  ]),
  ...onlyIn("app/identity/library/session-endpoints.server.ts", [
    [
      /(await ctx\.getSignedCookie\(cookieName, secret\))/g,
      'ctx.getCookie(cookieName)?.split(".")[0]',
      "forged",
    ],
  ]),
  // The ceremonies of passkeys.
  ...onlyIn("app/identity/passkeys/passkey-endpoints.server.ts", [
    [/(if \(nextSignInStep\(session\) !== undefined\) return refuse\("proof"\);)/g, "", "half", "statement"],
    [/(!canManageOwnAccount\(session\.staff\))/g, "false", "pending"],
    [/(session\.hasRecentAuthentication) \? /g, "true", "stale"],
  ]),
  // Other sites' pages.
  ...onlyIn("server/middleware/origin-check.ts", [
    [
      /(!safeMethods\.has\(c\.req\.method\) && isForeign\(c, trustedOrigins\))/g,
      "false",
      "a change that another site's page asks for",
    ],
  ]),
];

/**
 * Every mutant of the tree as it is.
 * @throws where a rule finds nothing: the check that it names has moved; or where a call of the guard has no mutant
 */
export function findMutants(root: string): Mutant[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(app|server)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const found = rules.flatMap((rule) => {
    const mutants = [...texts]
      .filter(([file]) => rule.files.test(file))
      .flatMap(([file, text]) => mutantsOf(file, text, rule));
    if (mutants.length === 0) {
      throw new Error(`no check is like ${String(rule.check)}: update it in tests/long/mutants.ts`);
    }
    return mutants;
  });
  for (const [file, text] of texts) {
    const calls = [...text.matchAll(guardCall)].length;
    const permissions = found.filter(
      (mutant) => mutant.file === file && /^can[A-Z]|\.permission$/.test(mutant.original),
    );
    if (calls > permissions.length) {
      throw new Error(
        `${file} calls the guard ${calls} times, and ${permissions.length} permissions were found`,
      );
    }
  }
  return found.map((mutant, number) => ({ ...mutant, number }));
}

/** Names in the environment of a program the check that it leaves out. */
export const mutantVariable = "MUTANT";

/** A file that leaves out whichever of its checks the environment names: so the program is built once for all of them. */
export function withSwitches(text: string, mutants: readonly Mutant[]): string {
  const last = mutants.toSorted((one, other) => other.at - one.at);
  return last.reduce((done, mutant) => {
    const { at, original } = mutant;
    return done.slice(0, at) + switched(mutant) + done.slice(at + original.length);
  }, text);
}

function switched({ number, original, replacement, is = "expression" }: Mutant): string {
  // Some of these files go to the browser, too.
  const isOut = `globalThis.process?.env.${mutantVariable} === "${number}"`;
  if (is === "statement") return `if (!(${isOut})) { ${original} }`;
  if (is === "sql") return `\${${isOut} ? sql\`${replacement}\` : sql\`${original}\`}`;
  return `(${isOut} ? ${replacement} : ${original})`;
}

function mutantsOf(file: string, text: string, rule: Rule): Omit<Mutant, "number">[] {
  const { files: _, check, ...out } = rule;
  return [...text.matchAll(check)].map((match) => {
    const [whole, original = whole] = match;
    const at = match.index + whole.lastIndexOf(original);
    return { ...out, file, line: text.slice(0, at).split("\n").length, at, original };
  });
}

type Check = readonly [check: RegExp, replacement: string, noticedBy: string, is?: Out["is"]];

function onlyIn(file: string, checks: readonly Check[]): Rule[] {
  const files = new RegExp(`^${file.replaceAll(/[.]/g, String.raw`\.`)}$`);
  return checks.map(([check, replacement, noticedBy, is = "expression"]) => ({
    files,
    check,
    replacement,
    noticedBy,
    is,
  }));
}
