import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Person } from "#tests/access/staff-access.ts";

/** One removed check: a piece of a file and its replacement. */
export type Mutant = Removal & { number: number; file: string; line: number; at: number; original: string };

/** The access test that should fail first: the one of a kind of person, of recorded refusals, or of requests from other sites. */
export type Observer = Person | "recorded refusals" | "foreign requests";

type Removal = {
  /** Not used for permissions and properties. */
  replacement?: string;
  /** The syntax of the piece, which determines the form of its switch. */
  is?: "expression" | "statement" | "sql" | "permission" | "property";
  noticedBy: Observer;
};

type Rule = Removal & {
  files: RegExp;
  /** The check. Its first group, if any, is the replaced piece. */
  check: RegExp;
};

const guardCall = /(?<!function )\b(?:requireStaff|authorizeStaff)\(/g;

/**
 * The removed checks. Calls are found anywhere, so new loaders, actions and endpoints are included automatically; the parts of the guard
 * are listed.
 */
const rules: readonly Rule[] = [
  // Each required permission, and each required recent authentication.
  {
    files: /^app\/staff\//,
    check: /(?<!function )\b(?:requireStaff|authorizeStaff)\([^;]*?(\bcan[A-Z]\w+|\b[\w.]+\.permission)\b/g,
    is: "permission",
    noticedBy: "pending",
  },
  {
    files: /^app\/staff\/.*\.tsx$/,
    check: /\bpermission: (can[A-Z]\w+)/g,
    is: "permission",
    noticedBy: "pending",
  },
  {
    files: /^app\/staff\/.*\.api\.server\.ts$/,
    check: /(requiresRecentAuthentication: true)/g,
    is: "property",
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
    check: /(requiresRecentAuthentication: true)/g,
    is: "property",
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
    [
      /((?:options\.)?requiresRecentAuthentication === true && !session\.hasRecentAuthentication)/g,
      "false",
      "stale",
    ],
    [/(!hasRecentAuthentication)/g, "false", "stale"],
    [/(await identity\.recordAccessRefusal\([^;]*;)/g, "", "recorded refusals", "statement"],
  ]),
  // The permissions of a role.
  {
    files: /^app\/identity\/accounts\/permissions\.ts$/,
    check: /return (staff\.role === [^;]+);/g,
    replacement: "true",
    noticedBy: "pending",
  },
  // The validity of a session.
  ...onlyIn("app/identity/sessions/live-session.server.ts", [
    [/(\$\{column\("expires_at"\)\} > \$\{now\})/g, "true", "expired", "sql"],
    [
      /(and \$\{column\("last_used_at"\)\} > \$\{now\} - make_interval\(mins => \$\{idleMinutes\}\))/g,
      "",
      "idle",
      "sql",
    ],
  ]),
  ...onlyIn("app/identity/sessions/find-session.server.ts", [
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
  // The passkey endpoints.
  ...onlyIn("app/identity/passkeys/passkey-endpoints.server.ts", [
    [/(if \(nextSignInStep\(session\) !== undefined\) return refuse\("proof"\);)/g, "", "half", "statement"],
    [/(!canManageOwnAccount\(session\.staff\))/g, "false", "pending"],
    [/(session\.hasRecentAuthentication) \? /g, "true", "stale"],
  ]),
  // Requests from other sites.
  ...onlyIn("server/middleware/origin-check.ts", [
    [/(!safeMethods\.has\(c\.req\.method\) && isForeign\(c, trustedOrigins\))/g, "false", "foreign requests"],
  ]),
];

/**
 * Lists every mutant of the current sources.
 * @throws if a rule finds nothing because the check has moved, or if a call of the guard has no mutant
 */
export function findMutants(root: string): Mutant[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(app|server)\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const found = rules.flatMap((rule) => {
    const mutants = [...texts]
      .filter(([file]) => rule.files.test(file))
      .flatMap(([file, text]) => listMutants(file, text, rule));
    if (mutants.length === 0) {
      throw new Error(`no source matches ${String(rule.check)}: update the rule in tests/long/mutants.ts`);
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

/** The environment variable that selects the removed check. */
export const mutantVariable = "MUTANT";

/** Adds a switch for each check of a file, so that one build and one process serve all of them. */
export function withSwitches(text: string, mutants: readonly Mutant[]): string {
  const last = mutants.toSorted((one, other) => other.at - one.at);
  return last.reduce((done, mutant) => {
    const { at, original } = mutant;
    return done.slice(0, at) + switched(mutant) + done.slice(at + original.length);
  }, text);
}

function switched({ number, original, replacement = "", is = "expression" }: Mutant): string {
  // Some of these files are also in browser bundles.
  const isRemoved = `globalThis.process?.env.${mutantVariable} === "${number}"`;
  switch (is) {
    case "statement":
      return `if (!(${isRemoved})) { ${original} }`;
    case "sql":
      return `\${${isRemoved} ? sql\`${replacement}\` : sql\`${original}\`}`;
    // Permissions and properties of definitions are evaluated with each request, because a definition is evaluated only once.
    case "permission":
      return `((staff) => ${isRemoved} || ${original}(staff))`;
    case "property":
      return `get ${original.replace(": true", "")}() { return !(${isRemoved}); }`;
    case "expression":
      return `(${isRemoved} ? ${replacement} : ${original})`;
  }
}

function listMutants(file: string, text: string, rule: Rule): Omit<Mutant, "number">[] {
  const { files: _, check, ...out } = rule;
  return [...text.matchAll(check)].map((match) => {
    const [whole, original = whole] = match;
    const at = match.index + whole.lastIndexOf(original);
    return { ...out, file, line: text.slice(0, at).split("\n").length, at, original };
  });
}

type Check = readonly [check: RegExp, replacement: string, noticedBy: Observer, is?: Removal["is"]];

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

/** The check with its file and line. */
export function describeMutant({ file, line, original }: Mutant): string {
  return `${original.replaceAll(/\s+/g, " ").slice(0, 90)} (${file}:${line})`;
}
