import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { NotRun } from "#tests/long/check.ts";
import { runTool } from "./run-tool.ts";

const found = z.object({
  results: z.array(z.object({ status: z.number(), input: z.object({ FUZZ: z.string() }) })),
});
const words = "/usr/share/dirb/wordlists/common.txt";

/**
 * Requests the 4,614 names of dirb's list.
 * @returns every path that does not return 404, with its status
 */
export async function runDiscovery(folder: string, url: string): Promise<string[]> {
  if (!existsSync(words)) throw new NotRun("there is no word list on this machine (apt-get install dirb)");
  const file = join(folder, "ffuf.json");
  const args = ["-w", words, "-u", `${url}/FUZZ`, "-t", "1", "-mc", "all", "-fc", "404", "-s"];
  await runTool("ffuf", [...args, "-of", "json", "-o", file], 120);
  const { results } = found.parse(JSON.parse(readFileSync(file, "utf8")));
  return results.map(({ status, input }) => `${status} /${input.FUZZ}`);
}

/** @returns Nikto's findings, one line each */
export async function runNikto(folder: string, url: string): Promise<string[]> {
  const file = join(folder, "nikto.csv");
  rmSync(file, { force: true });
  const { hostname, port } = new URL(url);
  // Without tuning 6, denial of service.
  const args = ["-host", hostname, "-port", port, "-nointeractive", "-Tuning", "x6"];
  await runTool("nikto", [...args, "-Format", "csv", "-output", file], 240);
  const line = /"(OSVDB-\d+)","(\w+)","([^"]*)","(.*)"$/gm;
  return [...readFileSync(file, "utf8").matchAll(line)].map(([, , ...told]) => told.join(" "));
}

/** @returns the technologies that WhatWeb recognizes */
export async function runWhatweb(url: string): Promise<string[]> {
  const printed = await runTool("whatweb", ["--color=never", "--quiet", "--log-brief=-", url], 60);
  return [...printed.matchAll(/(?:^|, |\] )([A-Z][\w-]+)(?=\[|,|$)/gm)].map(([, name = ""]) => name);
}
