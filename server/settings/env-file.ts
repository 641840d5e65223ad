import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Adds the settings from an .env file to the environment. Existing environment variables keep their values.
 * @returns an error message for the administrator if the file cannot be used
 */
export function loadEnvFile(file: string, environment: NodeJS.ProcessEnv): string | undefined {
  let text: string;
  try {
    // Some editors write a byte order mark at the start of a file. `parseEnv` reads the next line as the value if a value consists of
    // spaces only.
    text = readFileSync(file, "utf8")
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .join("\n");
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT") return undefined;
    return `The settings file ${file} cannot be read (${error.message}): make it readable for this user, or remove it.`;
  }
  // parseEnv skips invalid lines. An error at startup is better than a silently missing setting.
  const malformed = text.split("\n").findIndex((line) => !isSettingOrComment(line));
  if (malformed !== -1) {
    return `Line ${malformed + 1} of ${file} is not a setting: write NAME=value on one line, quotes around a value with #, and # before a comment.`;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value;
  return undefined;
}

function isSettingOrComment(line: string): boolean {
  const content = line.trim();
  if (content === "" || content.startsWith("#")) return true;
  const equals = content.indexOf("=");
  if (equals === -1 || !/^(?:export\s+)?[A-Z_]\w*$/i.test(content.slice(0, equals).trimEnd())) return false;
  const value = content.slice(equals + 1).trimStart();
  const quote = /^["'`]/.exec(value)?.[0];
  // `parseEnv` would read text after an unquoted # as a comment.
  if (quote === undefined) return !/\S#/.test(value);
  const end = value.indexOf(quote, 1);
  return end !== -1 && /^\s*(#.*)?$/.test(value.slice(end + 1));
}
