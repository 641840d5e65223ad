import { matchesGlob, posix, relative, sep } from "node:path";
import type { RuleTester } from "oxlint/plugins-dev";
import {
  arrows,
  assembly,
  context,
  emptyNames,
  ownPackages,
  packages,
  serverOnly,
  tests,
} from "./fences.config.ts";

/** The fences as rules of the linter: those which no rule of its own can express. */
export default {
  meta: { name: "fences" },
  rules: {
    imports: importsRule(),
    "no-barrel": noBarrelRule(),
    "explained-assertion": explainedAssertionRule(),
    "telling-name": tellingNameRule(),
  },
};

/**
 * Why a file may not import something, or undefined where it may.
 *
 * @param importer path of the importing file, from the root of the repository
 * @param specifier as written: `#app/ui/field.tsx`, `./score.ts`, `hono/factory`
 * @param typeOnly `import type` and `export type`; inline `type` words don't count, since the import itself stays
 */
export function importRefusal(importer: string, specifier: string, typeOnly: boolean): string | undefined {
  if (isIn(importer, tests)) return undefined;
  if (/(^|\/)\.\.(\/|$)/.test(specifier)) return "reach other folders by #app, #content or #server";
  if (!/^[.#]/.test(specifier)) return packageRefusal(importer, specifier);
  if (isIn(importer, [ownPackages.folders])) {
    return specifier.startsWith("#") ? "a package does not know the product" : undefined;
  }
  if (isOwnPackage(specifier)) return ownPackageRefusal(importer, specifier);
  return fileRefusal(importer, pathOf(importer, specifier), typeOnly);
}

function fileRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  // Types that the framework writes for a route module.
  if (target.includes("/+types/")) return undefined;
  if (isIn(target, tests)) return "product code does not know its tests";
  if (target.endsWith(".route.tsx")) return "a route module is named in app/routes.ts and imported by nobody";
  if (/\.server\.tsx?$/.test(target) && !typeOnly && !isIn(importer, serverOnly.importers)) {
    return "this file may reach the browser, and *.server files may not";
  }
  return arrowRefusal(importer, target, typeOnly);
}

function arrowRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  if (target === context.file) {
    return isIn(importer, context.importers)
      ? undefined
      : "only routes, *.api.server.ts and server/ take from the context";
  }
  if (isIn(importer, assembly)) return assemblyRefusal(importer, target, typeOnly);
  const from = areaOf(importer) ?? importer;
  const to = areaOf(target) ?? target;
  const known = rows.get(from);
  if (known === undefined) return `${from} is not in fences.config.ts`;
  return from === to || known.includes(to) ? undefined : `${from} may not know ${to}`;
}

function assemblyRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  if (typeOnly) return undefined;
  if (importer === context.file) return "the context names types and loads nothing";
  if (importer.startsWith("app/") && target.startsWith("server/")) {
    return "app/ knows no more of server/ than types";
  }
  return undefined;
}

function isOwnPackage(specifier: string): boolean {
  return ownPackages.entries.some((entry) => specifier === entry || isBelow(specifier, entry));
}

function ownPackageRefusal(importer: string, specifier: string): string | undefined {
  if (!ownPackages.entries.some((entry) => entry === specifier)) return "import the entry of a package";
  return isIn(importer, ownPackages.importers) ? undefined : "only server code may import this package";
}

function packageRefusal(importer: string, specifier: string): string | undefined {
  if (!/^(app|content|server|demo)\//.test(importer)) return undefined;
  for (const { names, exactly, homes, why } of packages) {
    const meant = names.some((name) => specifier === name || (!exactly && isBelow(specifier, name)));
    if (meant && !isIn(importer, homes)) return why;
  }
  return undefined;
}

function isBelow(specifier: string, name: string): boolean {
  return specifier.startsWith(name.endsWith(":") ? name : `${name}/`);
}

const rows: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(arrows));

/** `content`, the folder under `app/`, or undefined for what is in none of them. */
function areaOf(path: string): string | undefined {
  const [top, folder, rest] = path.split("/");
  if (top === "content") return "content";
  return top === "app" && rest !== undefined ? folder : undefined;
}

function pathOf(importer: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, "");
  return plain.startsWith("#") ? plain.slice(1) : posix.join(posix.dirname(importer), plain);
}

function isIn(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

type Rule = Extract<Parameters<RuleTester["run"]>[1], { create: unknown }>;

function importsRule(): Rule {
  return {
    create(file) {
      const importer = pathInRepository(file.filename);
      return {
        ImportDeclaration: (node) => check(node.source, node.importKind === "type"),
        ExportAllDeclaration: (node) => check(node.source, node.exportKind === "type"),
        ExportNamedDeclaration: (node) => {
          if (node.source !== null) check(node.source, node.exportKind === "type");
        },
        ImportExpression: (node) => check(node.source, false),
        TSImportType: (node) => check(node.source, true),
      };

      function check(source: Source, typeOnly: boolean): void {
        if (typeof source.value !== "string") return;
        const refusal = importRefusal(importer, source.value, typeOnly);
        if (refusal !== undefined) file.report({ node: source, message: refusal });
      }
    },
  };
}

type Source = { range: [number, number]; value?: unknown };

/** A file that only passes on what other files export hides who uses what, and loads all of it. */
function noBarrelRule(): Rule {
  return {
    create: (file) => ({
      ExportAllDeclaration: (node) => file.report({ node, message: "name what is exported" }),
      Program(node) {
        const passesOn = node.body.every(
          (statement) =>
            statement.type === "ImportDeclaration" ||
            (statement.type === "ExportNamedDeclaration" && statement.declaration === null),
        );
        const takesCode = node.body.some(
          (statement) => "source" in statement && /\.tsx?$/.test(String(statement.source?.value)),
        );
        if (passesOn && takesCode) file.report({ node, message: "a barrel file: import from the source" });
      },
    }),
  };
}

/** `as` overrules the compiler, so it says why: in a comment on its line, on the line above, or above its statement. */
function explainedAssertionRule(): Rule {
  return {
    create: (file) => ({
      TSTypeAssertion: (node) => file.report({ node, message: "write `x as T`, with a comment" }),
      TSAsExpression(node) {
        const type = node.typeAnnotation;
        const isConst =
          type.type === "TSTypeReference" &&
          type.typeName.type === "Identifier" &&
          type.typeName.name === "const";
        if (isConst) return;
        const lines = file.sourceCode.getAllComments().map((comment) => comment.loc.end.line);
        const explained = lines.some(
          (line) =>
            line === statementOf(node).loc.start.line - 1 ||
            (line >= node.loc.start.line - 1 && line <= node.loc.end.line),
        );
        if (!explained) file.report({ node, message: "`as` needs a comment that says why it is true" });
      },
    }),
  };
}

type Located = { type: string; loc: { start: { line: number } }; parent?: Located | null };

function statementOf(node: Located): Located {
  if (/(Statement|^VariableDeclaration)$/.test(node.type) || !node.parent) return node;
  return statementOf(node.parent);
}

/** Names such as `utils` say nothing, and so collect everything. */
function tellingNameRule(): Rule {
  return {
    create: (file) => ({
      Program(node) {
        const words = pathInRepository(file.filename).split(/[/.]/);
        const empty = emptyNames.find((name) => words.includes(name));
        if (empty !== undefined) {
          file.report({ node, message: `"${empty}" names nothing: say what it is for` });
        }
        if (words.at(-2) === "index") file.report({ node, message: "name the file after its main export" });
      },
    }),
  };
}

function pathInRepository(filename: string): string {
  return relative(import.meta.dirname, filename).replaceAll(sep, "/");
}
