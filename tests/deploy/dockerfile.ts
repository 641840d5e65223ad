/** An instruction with its arguments; continued lines are joined. */
export type Instruction = { name: string; text: string };

export function readDockerfile(text: string): Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, rest = ""] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name: name.toUpperCase(), text: rest.trim() }];
    });
}

/** The files that are copied from the repository, without those of an earlier stage and without the whole folder. */
export function copiedSources(instructions: readonly Instruction[]): string[] {
  return instructions
    .filter(({ name, text }) => name === "COPY" && !text.includes("--from="))
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    .filter((source) => source !== ".");
}

/** The rules of common Dockerfile linters that apply here. */
export function dockerfileMistakes(instructions: readonly Instruction[]): string[] {
  const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
  const mistakes = instructions.flatMap(instructionMistakes);
  const user = lastStage.findLast(({ name }) => name === "USER")?.text ?? "root";
  if (/^(root|0)\b/.test(user)) mistakes.push("the container runs as root");
  if (!lastStage.some(({ name }) => name === "HEALTHCHECK")) mistakes.push("there is no HEALTHCHECK");
  return mistakes;
}

function instructionMistakes({ name, text }: Instruction): string[] {
  if (name === "FROM" && !/^\S+:\d+\.\d+/.test(text)) return ["FROM has no fixed version"];
  if (name === "ADD") return ["ADD: use COPY"];
  if (name === "MAINTAINER") return ["MAINTAINER is deprecated: use LABEL"];
  if (/^(CMD|ENTRYPOINT)$/.test(name) && !text.startsWith("[")) return [`${name} is not a JSON array`];
  if (name === "WORKDIR" && !text.startsWith("/")) return ["WORKDIR is not absolute"];
  return name === "RUN" ? runMistakes(text) : [];
}

function runMistakes(text: string): string[] {
  if (/\bsudo\b/.test(text)) return ["sudo is not needed in RUN"];
  if (/(^|&&\s*)cd /.test(text)) return ["use WORKDIR instead of cd"];
  if (/\bapt-get install\b/.test(text) && !/--no-install-recommends/.test(text)) {
    return ["apt-get install without --no-install-recommends"];
  }
  if (/\b(curl|wget)\b[^|]*\|\s*(ba)?sh\b/.test(text)) return ["a download is run without being checked"];
  return [];
}
