import { dirname, join } from "node:path/posix";

/** For each file or folder, the files or folders that it imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const importPattern = /(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)["']([.#][^"'?]+)/gm;

/**
 * Reads the imports of files, including imports of types only.
 * @param sources the text of each file, by its path from the root of the repository
 */
export function readFileImports(sources: Readonly<Record<string, string>>): ImportGraph {
  return new Map(
    Object.entries(sources).map(([file, text]) => {
      const paths = [...text.matchAll(importPattern)].map(([, specifier = ""]) => resolve(file, specifier));
      return [file, new Set(paths.filter((path) => path in sources && path !== file))];
    }),
  );
}

/** Combines the imports of all files of a folder. A folder and its subfolders count as different folders. */
export function readFolderImports(files: ImportGraph): ImportGraph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const folder = dirname(file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const path of imports) if (dirname(path) !== folder) imported.add(dirname(path));
  }
  return folders;
}

/** Returns the groups of nodes that import each other directly or through others (Tarjan's algorithm). */
export function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      // Nodes that have left the stack belong to a finished group.
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.toSorted());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith("#") ? specifier.slice(1) : join(dirname(file), specifier);
}
