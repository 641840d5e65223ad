import { matchesGlob, posix, relative, sep } from "node:path";
import type { RuleTester } from "oxlint/plugins-dev";
import {
  arrows,
  assembly,
  context,
  fixedFields,
  vagueNames,
  ownPackages,
  packages,
  releasedDocuments,
  serverOnly,
  staffFolders,
  tests,
} from "./fences.config.ts";

/** Custom lint rules that the linter's built-in rules cannot express. */
export default {
  meta: { name: "fences" },
  rules: {
    imports: importsRule(),
    "no-barrel": noBarrelRule(),
    "explained-assertion": explainedAssertionRule(),
    "descriptive-name": descriptiveNameRule(),
    "content-when-used": contentWhenUsedRule(),
    "limited-first-row": limitedFirstRowRule(),
  },
};

/**
 * Returns why a file must not import a module, or undefined if the import is permitted.
 *
 * @param importer path of the importing file, from the root of the repository
 * @param specifier as written: `#app/ui/fields/field.tsx`, `./score.ts`, `hono/factory`
 * @param typeOnly `import type` or `export type`; false for inline `type` modifiers, which leave the import in place
 */
export function importRefusal(importer: string, specifier: string, typeOnly: boolean): string | undefined {
  if (isIn(importer, tests)) return undefined;
  if (/(^|\/)\.\.(\/|$)/.test(specifier)) return "import from other folders with #app, #content or #server";
  if (!/^[.#]/.test(specifier)) return packageRefusal(importer, specifier);
  if (isIn(importer, [ownPackages.folders])) {
    return specifier.startsWith("#") ? "a package must not import the product" : undefined;
  }
  if (isOwnPackage(specifier)) return ownPackageRefusal(importer, specifier);
  return fileRefusal(importer, pathOf(importer, specifier), typeOnly);
}

function fileRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  // Types that the framework generates for a route module.
  if (target.includes("/+types/")) return undefined;
  if (isIn(target, tests)) return "product code must not import tests";
  if (target.endsWith(".route.tsx")) return "only app/routes.ts may refer to a route module";
  if (/\.server\.tsx?$/.test(target) && !typeOnly && !isIn(importer, serverOnly.importers)) {
    return "this file can be part of a browser bundle, so it must not import *.server files";
  }
  return arrowRefusal(importer, target, typeOnly);
}

function arrowRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  if (target === context.file) {
    return isIn(importer, context.importers)
      ? undefined
      : "only routes, *.api.server.ts files and server/ may import the request context";
  }
  if (isIn(importer, assembly)) return assemblyRefusal(importer, target, typeOnly);
  const from = areaOf(importer) ?? importer;
  const to = areaOf(target) ?? target;
  const permitted = rows.get(from);
  if (permitted === undefined) return `${from} is not in fences.config.ts`;
  if (from !== to) return permitted.includes(to) ? undefined : `${from} must not import ${to}`;
  return from === "staff" ? staffRefusal(importer, target) : undefined;
}

/** Why a file of `app/staff` must not import another. */
function staffRefusal(importer: string, target: string): string | undefined {
  const [from, to] = [staffFolderOf(importer), staffFolderOf(target)];
  if (listReaders.has(from) && isIn(target, [staffFolders.lists])) return undefined;
  const unlisted = [from, to].find((folder) => !foundations.has(folder) && !features.has(folder));
  if (unlisted !== undefined) return `app/staff/${unlisted} is not in fences.config.ts`;
  if (foundations.has(to)) return undefined;
  if (foundations.has(from)) return `${from} is a foundation of the staff area and must not import a feature`;
  if (features.get(from) === features.get(to)) return undefined;
  return `${from} must not import ${to}: both are features of the staff area`;
}

const foundations: ReadonlySet<string> = new Set(staffFolders.foundations);
const listReaders: ReadonlySet<string> = new Set(staffFolders.listReaders);
/** The folders of the same feature share a number. */
const features: ReadonlyMap<string, number> = new Map(
  staffFolders.features.flatMap((folders, feature) => folders.map((folder) => [folder, feature] as const)),
);

function staffFolderOf(path: string): string {
  return path.split("/")[2] ?? path;
}

function assemblyRefusal(importer: string, target: string, typeOnly: boolean): string | undefined {
  if (typeOnly) return undefined;
  if (importer === context.file) return "the request context may import only types";
  if (importer.startsWith("app/") && target.startsWith("server/")) {
    return "app/ may import only types from server/";
  }
  return undefined;
}

function isOwnPackage(specifier: string): boolean {
  return ownPackages.entries.some((entry) => specifier === entry || isBelow(specifier, entry));
}

function ownPackageRefusal(importer: string, specifier: string): string | undefined {
  if (!ownPackages.entries.some((entry) => entry === specifier)) return "import a package through its entry";
  return isIn(importer, ownPackages.importers) ? undefined : "only server code may import this package";
}

function packageRefusal(importer: string, specifier: string): string | undefined {
  if (!/^(app|content|server|demo)\//.test(importer)) return undefined;
  for (const { names, exactly, homes, why } of packages) {
    const isMatch = names.some((name) => specifier === name || (!exactly && isBelow(specifier, name)));
    if (isMatch && !isIn(importer, homes)) return why;
  }
  return undefined;
}

function isBelow(specifier: string, name: string): boolean {
  return specifier.startsWith(name.endsWith(":") ? name : `${name}/`);
}

const rows: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(arrows));

/** Returns `content` or the name of a folder under `app/`; undefined for a file outside of all areas. */
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
        CallExpression(node) {
          if (!isGlobImport(node.callee)) return;
          const [patterns] = node.arguments;
          const sources = patterns?.type === "ArrayExpression" ? patterns.elements : [patterns];
          for (const source of sources) if (source?.type === "Literal") checkPattern(source);
        },
      };

      /** A pattern of `import.meta.glob`, such as `/content/articles/*.mdx`. One with `!` excludes files. */
      function checkPattern(source: Source): void {
        const pattern = String(source.value);
        if (!pattern.startsWith("!")) check({ ...source, value: pattern.replace(/^\//, "#") }, false);
      }

      function check(source: Source, typeOnly: boolean): void {
        if (typeof source.value !== "string") return;
        const refusal = importRefusal(importer, source.value, typeOnly);
        if (refusal !== undefined) file.report({ node: source, message: refusal });
      }
    },
  };
}

/** Whether a call is to `import.meta.glob`, with which Vite imports all files of a pattern. */
function isGlobImport(callee: {
  type: string;
  object?: { type: string };
  property?: { type: string; name?: unknown };
}): boolean {
  return callee.object?.type === "MetaProperty" && callee.property?.name === "glob";
}

type Source = { range: [number, number]; value?: unknown };

/** Rejects barrel files. A file that only re-exports hides which module an importer uses, and loads all of them. */
function noBarrelRule(): Rule {
  return {
    create: (file) => ({
      ExportAllDeclaration: (node) => file.report({ node, message: "list the exported names" }),
      Program(node) {
        const onlyReExports = node.body.every(
          (statement) =>
            statement.type === "ImportDeclaration" ||
            (statement.type === "ExportNamedDeclaration" && statement.declaration === null),
        );
        const importsCode = node.body.some(
          (statement) => "source" in statement && /\.tsx?$/.test(String(statement.source?.value)),
        );
        if (onlyReExports && importsCode) {
          file.report({ node, message: "a barrel file: import from the source" });
        }
      },
    }),
  };
}

/** Requires a comment for each `as`, because it overrules the compiler: on its line, on the line above, or above its statement. */
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
        if (!explained) {
          file.report({ node, message: "`as` needs a comment that explains why it is correct" });
        }
      },
    }),
  };
}

type Located = { type: string; loc: { start: { line: number } }; parent?: Located | null };

function statementOf(node: Located): Located {
  if (/(Statement|^VariableDeclaration)$/.test(node.type) || !node.parent) return node;
  return statementOf(node.parent);
}

/** Rejects names such as `utils`, which do not describe a purpose and therefore attract unrelated code. */
function descriptiveNameRule(): Rule {
  return {
    create: (file) => ({
      Program(node) {
        const words = pathInRepository(file.filename).split(/[/.]/);
        const vague = vagueNames.find((name) => words.includes(name));
        if (vague !== undefined) {
          file.report({ node, message: `"${vague}" does not describe a purpose` });
        }
        if (words.at(-2) === "index") file.report({ node, message: "name the file after its main export" });
      },
    }),
  };
}

/**
 * Rejects reads of content while a module is loaded. The published release can change later, and the module would keep the words of the file.
 */
function contentWhenUsedRule(): Rule {
  return {
    create(file) {
      const path = pathInRepository(file.filename);
      const isChecked = /^(app|server)\//.test(path) && !isIn(path, tests);
      const documents = new Set<string>();
      let functions = 0;
      const enter = (): void => void (functions += 1);
      const leave = (): void => void (functions -= 1);
      return {
        ImportDeclaration(node) {
          if (!isChecked || node.importKind === "type" || !node.source.value.startsWith("#content/")) return;
          for (const specifier of node.specifiers) {
            if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") continue;
            if (isDocument(specifier.imported.name)) documents.add(specifier.local.name);
          }
        },
        FunctionDeclaration: enter,
        "FunctionDeclaration:exit": leave,
        FunctionExpression: enter,
        "FunctionExpression:exit": leave,
        ArrowFunctionExpression: enter,
        "ArrowFunctionExpression:exit": leave,
        Identifier(node) {
          if (functions > 0 || !documents.has(node.name)) return;
          // The linter's type of a parent has one member for each kind of node.
          if (!readsProperty(node.parent as unknown as Parent)) return;
          file.report({
            node,
            message: `${node.name} can change when a release is published: read it in a function`,
          });
        },
      };
    },
  };
}

function isDocument(name: string): boolean {
  return releasedDocuments.some((each) => each === name);
}

/** Whether the code reads a property of a document. Passing a document on is permitted, because it is a view of the release in use. */
function readsProperty({ type, property, id }: Parent): boolean {
  if (type === "MemberExpression") return !isFixed(property);
  if (type === "VariableDeclarator") {
    return id?.type === "ObjectPattern" && !id.properties.every((each) => isFixed(each.key));
  }
  return type === "SpreadElement";
}

/** The parts of the parents of an identifier that matter here. */
type Parent = {
  type: string;
  property?: unknown;
  id?: { type: string; properties: readonly { key?: unknown }[] };
};

function isFixed(property: unknown): boolean {
  const name = typeof property === "object" && property !== null && "name" in property ? property.name : "";
  return fixedFields.some((field) => field === name);
}

/** Rejects queries for the first row of an order without a limit, because Kysely adds none: every row would be read. */
function limitedFirstRowRule(): Rule {
  return {
    create(file) {
      const path = pathInRepository(file.filename);
      const isChecked = /^(app|server)\//.test(path) && !isIn(path, tests);
      return {
        CallExpression(node) {
          if (!isChecked) return;
          // The linter's type of a call has one member for each kind of callee.
          const [last, ...before] = listMethods(node as unknown as Called);
          if (!last?.startsWith("executeTakeFirst")) return;
          if (before.includes("orderBy") && !before.includes("limit")) {
            file.report({ node, message: "limit the query to one row, because Kysely reads all of them" });
          }
        },
      };
    },
  };
}

/** The parts of a call that matter here. */
type Called = { type: string; callee?: { object?: Called; property?: { name?: string } } };

/** The methods of a chain of calls, the last one first. */
function listMethods({ type, callee }: Called): string[] {
  const name = callee?.property?.name;
  if (type !== "CallExpression" || name === undefined) return [];
  return [name, ...(callee?.object === undefined ? [] : listMethods(callee.object))];
}

function pathInRepository(filename: string): string {
  return relative(import.meta.dirname, filename).replaceAll(sep, "/");
}
