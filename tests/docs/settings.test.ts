import { expect, test } from "vitest";
import { readEnv, settings } from "#app/platform/settings/env.server.ts";

// Both files are written by `npm run test:unit -- tests/docs/settings.test.ts -u`.

const entries = Object.entries(settings).map(([name, setting]) => ({ name, ...setting }));

test(".env.example lists every setting with its default and its documentation", async () => {
  await expect(envExample()).toMatchFileSnapshot("../../.env.example");
});

test("docs/settings.md lists every setting with its default and its documentation", async () => {
  await expect(settingsTable()).toMatchFileSnapshot("../../docs/settings.md");
});

test.each(entries)("the example of $name is its default", ({ name, property, example }) => {
  expect(readEnv({ [name]: example })[property]).toEqual(readEnv({})[property]);
});

test.each(entries)("$name is documented in full sentences", ({ documentation }) => {
  expect(documentation).toMatch(/^\S.*\.$/);
});

function envExample(): string {
  const introduction =
    "Copy this file to .env in the project folder. `npm start`, `npm run dev` and the commands read it. An environment variable takes precedence over its line here. The values below are the defaults.";
  const blocks = entries.map(
    ({ name, example, documentation }) => `${comment(documentation)}\n${name}=${example}\n`,
  );
  return [`${comment(introduction)}\n`, ...blocks].join("\n");
}

/** Breaks a text into comment lines of at most 100 characters. */
function comment(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (`# ${last} ${word}`.length > 100) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join("\n");
}

function settingsTable(): string {
  const rows = [
    ["setting", "default", "meaning"],
    ...entries.map(({ name, example, documentation }) => [
      `\`${name}\``,
      example === "" ? "" : `\`${example}\``,
      documentation,
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = "", ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return `# Settings

Set these as environment variables, or in a file \`.env\` in the project folder (copy \`.env.example\`).
The environment variable \`SETTINGS_FILE\` names another file. An environment variable takes
precedence over the file. An invalid value stops the program at startup; a misspelled name is logged
as \`settings.misspelled_name\`.

This file is generated from \`app/platform/settings/env.server.ts\`.

${[head, rule, ...body].join("\n")}
`;
}
