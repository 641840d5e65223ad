import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The environment variable with the folder of the template (`create-data-folder-template.ts`). The workers of a run inherit it. */
export const templateVariable = "TEST_DATA_TEMPLATE";

/** Copies the template into a data folder without a database. Each folder gets its own secret at its first start. */
export function copyTemplate(dataDir: string): void {
  const template = process.env[templateVariable];
  if (template === undefined || existsSync(join(dataDir, "postgres"))) return;
  mkdirSync(dataDir, { recursive: true });
  // As root, the database belongs to another user, which only `cp` preserves.
  const files = ["postgres", "postgres.password"].map((name) => join(template, name));
  execFileSync("cp", ["-a", ...files, dataDir]);
}
