/** A reference in a document, such as a path or a setting. */
export type Claim = { kind: "path" | "link" | "script" | "variable"; name: string; line: number };

/** The names that documents can refer to. */
export type Inventory = {
  /** Paths from the root of the repository. */
  files: readonly string[];
  /** Folders that exist only after a build or a start. */
  generated: readonly string[];
  scripts: readonly string[];
  /** Environment variables and uppercase names in the code. */
  variables: readonly string[];
};

/**
 * Lists what a Markdown document mentions: paths and UPPER_CASE names in backticks, targets of links, npm scripts, and in code blocks also
 * variables and paths from the root.
 */
export function claimsOf(markdown: string): Claim[] {
  let inBlock = false;
  return markdown.split("\n").flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) {
      inBlock = !inBlock;
      return [];
    }
    const found = [...scriptsIn(text), ...(inBlock ? claimsOfCode(text) : claimsOfProse(text))];
    return found.map((claim) => ({ ...claim, line: index + 1 }));
  });
}

/**
 * @param document path of the document from the root, for its relative links
 * @returns one line for each claim that is not true
 */
export function untrueClaims(document: string, markdown: string, inventory: Inventory): string[] {
  return claimsOf(markdown)
    .filter((claim) => !isTrue(claim, document, inventory))
    .map((claim) => `${document}:${claim.line} names the ${claim.kind} ${claim.name}, which does not exist`);
}

type Found = Omit<Claim, "line">;

function scriptsIn(text: string): Found[] {
  const run = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  const short = [...text.matchAll(/\bnpm (start|test|stop)\b/g)].map(([, name = ""]) => name);
  return [...run, ...short].map((name) => ({ kind: "script", name }));
}

function claimsOfProse(text: string): Found[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].flatMap(([, target = ""]) => {
    const name = target.replace(/#.*$/, "");
    return name === "" || /^[a-z]+:/.test(name) ? [] : [{ kind: "link" as const, name }];
  });
  const quoted = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => claimOfWord(name.trim()));
  return [...links, ...quoted];
}

function claimsOfCode(text: string): Found[] {
  const set = [...text.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=/g)].map(([, name = ""]) => ({
    kind: "variable" as const,
    name,
  }));
  const paths = text
    .split(/\s+/)
    .filter((word) => /^(app|content|server|tests|e2e|docs|bench)\/./.test(word));
  return [...set, ...paths.flatMap(claimOfWord)];
}

function claimOfWord(word: string): Found[] {
  const variable = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)(?:=.*)?$/.exec(word)?.[1];
  if (variable !== undefined) return [{ kind: "variable", name: variable }];
  const path = word.replace(/^\.\//, "").replace(/^#/, "");
  // A placeholder such as `NNNN_name.sql` or `<area>/README.md`.
  if (!/^[\w.@*-][\w./@*{},-]*$/.test(path) || path.includes("NNNN")) return [];
  const isFile = /\.(tsx?|mjs|css|sql|json|md|mdx|html|pdf|png|avif|woff2)$/.test(path) && path !== "Node.js";
  const isFolder = /^[\w.*-]+(\/[\w.*-]+)*\/\*{0,2}$/.test(path);
  const isHidden = /^\.(env|git|npmrc|ox|ci)[\w./]*$/.test(path);
  return isFile || isFolder || isHidden ? [{ kind: "path", name: path }] : [];
}

function isTrue(claim: Found, document: string, inventory: Inventory): boolean {
  if (claim.kind === "script") return inventory.scripts.includes(claim.name);
  if (claim.kind === "variable") return inventory.variables.includes(claim.name);
  if (claim.kind === "link") return exists(fromDocument(document, claim.name), inventory);
  const beside = document.replace(/[^/]*$/, claim.name);
  return [claim.name, beside].some((path) => exists(path, inventory)) || isWithinArea(claim.name, inventory);
}

/** Documents can mention a file suffix (`.route.tsx`), shorten `app/leads/…` to `leads/…`, and shorten a unique file name to itself. */
function isWithinArea(path: string, inventory: Inventory): boolean {
  if (path.startsWith(".") && exists(`**/*${path}`, inventory)) return true;
  return exists(`app/${path}`, inventory) || (!path.endsWith("/") && exists(`**/${path}`, inventory));
}

function exists(path: string, { files, generated }: Inventory): boolean {
  if (generated.some((folder) => `${path}/`.startsWith(folder))) return true;
  const pattern = new RegExp(`^${patternOf(path.replace(/\/(\*{1,2})?$/, "/**"))}$`);
  return files.some((file) => pattern.test(file)) || files.some((file) => file.startsWith(`${path}/`));
}

function patternOf(glob: string): string {
  return glob.replaceAll(/\*\*\/|\*\*|\*|\{[^}]*\}|[.+?^$()|[\]\\]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part.startsWith("{") ? `(?:${part.slice(1, -1).replaceAll(",", "|")})` : `\\${part}`;
  });
}

function fromDocument(document: string, target: string): string {
  // An invented host, used only to resolve `../`.
  return decodeURIComponent(new URL(target, `https://docs.invalid/${document}`).pathname.slice(1));
}
