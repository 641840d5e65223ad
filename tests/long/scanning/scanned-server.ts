import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { type ScanSession, type Relay, startRelay } from "./relay.ts";

/** The built server with one account, behind the relay. */
export type ScanTarget = {
  readonly relay: Relay;
  readonly server: RunningServer;
  readonly dataDir: string;
  /** Signs the owner in again and limits requests to the scope. */
  asOwner(scope: RegExp): Promise<ScanSession>;
  stop(): Promise<void>;
};

const owner = "owner@example.com";
const password = "a password for scanner tests";

export async function startScanTarget(): Promise<ScanTarget> {
  const folder = mkdtempSync(join(tmpdir(), "practice-scanners-"));
  const dataDir = join(folder, "data");
  const relay = await startRelay();
  const server = await startServer({ dataDir, env: { SITE_URL: relay.url } });
  relay.leadTo(Number(new URL(server.url).port));
  await addOwner(dataDir, relay.url);
  let device = "";
  return {
    relay,
    server,
    dataDir,
    async asOwner(scope) {
      const cookies = await signIn(relay.url, device);
      device = cookies.find((cookie) => cookie.startsWith("practice.device=")) ?? device;
      return { cookie: cookies.join("; "), scope };
    },
    async stop() {
      relay.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addOwner(dataDir: string, siteUrl: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ["server/run-command.mjs", "staff", "add", owner, "--role", "owner"],
    {
      env: { PATH: process.env["PATH"], NODE_ENV: "test", DATA_DIR: dataDir, SITE_URL: siteUrl },
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  child.stdin.end(password);
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error("The account could not be added.");
}

/** Signs in with a known device, so that the tools' sign-in attempts do not lock out the account. */
async function signIn(siteUrl: string, device: string): Promise<string[]> {
  const response = await fetch(`${siteUrl}/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: siteUrl, ...(device !== "" && { cookie: device }) },
    body: new URLSearchParams({ email: owner, password }),
  });
  if (response.status !== 303) throw new Error(`The sign-in returned ${response.status}.`);
  return response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
}
