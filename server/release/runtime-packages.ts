import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: names,
  optionalDependencies: names,
});
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Packages that no import declaration of the build names: one is read by path (app/compliance/pdf/document-pdf.server.ts), the other is
 * loaded on first use (app/publishing/pictures/encode-picture.server.ts).
 */
const packagesLoadedLater = ["@fontsource/literata", "sharp"];

export function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

/**
 * Lists the folders of the packages that the built server needs at run time: those that the build imports, because it contains all others,
 * with their dependencies, and the installed optional packages, which are Node and PostgreSQL for this system.
 * @param buildFolder folder of the built server, relative to `root`
 * @returns paths relative to `root`
 * @throws if the build imports a package that is not a dependency, because `npm ci --omit=dev` would not install it
 */
export function runtimePackages(root: string, buildFolder: string): string[] {
  const { dependencies, optionalDependencies } = readManifest(root);
  const imported = [...importedPackages(join(root, buildFolder)), ...packagesLoadedLater];
  const missing = imported.filter((name) => !(name in dependencies));
  if (missing.length > 0) {
    throw new Error(
      `The build imports ${missing.join(", ")}, which package.json does not list as a dependency.`,
    );
  }
  const found = new Set<string>();
  const add = (name: string, importer: string, isOptional: boolean): void => {
    const folder = findPackage(root, importer, name);
    if (folder === undefined) {
      if (isOptional) return;
      throw new Error(
        `The package ${name}, which ${importer || "package.json"} needs, is not installed: run npm ci.`,
      );
    }
    if (found.has(folder)) return;
    found.add(folder);
    const own = readManifest(join(root, folder));
    for (const dependency of Object.keys({ ...own.dependencies, ...own.optionalDependencies })) {
      add(dependency, folder, dependency in own.optionalDependencies);
    }
  };
  for (const name of imported) add(name, "", false);
  for (const name of Object.keys(optionalDependencies)) add(name, "", true);
  return [...found].toSorted();
}

/** The names of the packages that the files of a folder import. `pictures.js` runs only during the build. */
export function importedPackages(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".js") && file !== "pictures.js",
  );
  const specifiers = files.flatMap((file) => readImports(readFileSync(join(folder, file), "utf8")));
  const packages = specifiers
    .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
  return [...new Set(packages)].toSorted();
}

function readImports(code: string): string[] {
  return parseAst(code).body.flatMap((statement) =>
    "source" in statement && statement.source ? [statement.source.value] : [],
  );
}

/** Searches the folders in which Node searches for a package that `importer` imports. */
function findPackage(root: string, importer: string, name: string): string | undefined {
  for (let folder = importer; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(root, candidate, "package.json"))) return candidate;
    if (folder === "" || folder === ".") return undefined;
  }
}
