import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { runTool } from "./run-tool.ts";

const list = z.record(
  z.string(),
  z.array(z.object({ method: z.string(), path: z.string(), info: z.string(), parameter: z.string() })),
);
const report = z.object({ vulnerabilities: list, anomalies: list });

/** The modules that download no list. Time-based SQL injection is tested with sqlmap. */
export const wapitiModules =
  "csrf,cookieflags,csp,http_headers,methods,crlf,redirect,xss,permanentxss,sql,exec,file,ssrf,shellshock,xxe,htaccess";

/**
 * Runs Wapiti against a site.
 * @param site.starts pages that no link leads to
 * @returns its findings, one line each
 */
export async function runWapiti(
  folder: string,
  site: { url: string; starts?: readonly string[] },
): Promise<string[]> {
  const file = join(folder, "wapiti.json");
  // Removes an earlier report, because an aborted run writes none.
  rmSync(file, { force: true });
  const args = ["-u", `${site.url}/`, "--scope", "folder", "-m", wapitiModules];
  for (const start of site.starts ?? []) args.push("-s", site.url + start);
  const limits = ["-l", "1", "-d", "5", "-t", "20", "--max-attack-time", "600", "--max-scan-time", "60"];
  const kept = ["--flush-session", "--store-session", join(folder, "session")];
  // A closed port, so that requests that a vulnerable server would send stay on this machine.
  const nowhere = ["--endpoint", "http://127.0.0.1:9/", "--no-bugreport"];
  const output = ["--store-config", join(folder, "config"), "-f", "json", "-o", file];
  const printed = await runTool("wapiti", [...args, ...limits, ...kept, ...nowhere, ...output], 1_800);
  if (printed.includes("Max attack time was reached")) {
    throw new Error("a module of Wapiti did not finish");
  }
  const { vulnerabilities, anomalies } = report.parse(JSON.parse(readFileSync(file, "utf8")));
  return [vulnerabilities, anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found.map(({ method, path, info, parameter }) =>
        `${kind}: ${method} ${path.split("?", 1)[0]} ${parameter} ${info}`.replaceAll(/\s+/g, " ").trim(),
      ),
    ),
  );
}
