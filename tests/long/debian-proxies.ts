import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localhostCertificate, testKey } from "#tests/kit/test-certificates.ts";
import { freePort, until } from "#tests/kit/running-server.ts";

/** A proxy with the configuration file of `deploy/`, in front of servers on this machine. */
export type TestProxy = { port: number; stop(): Promise<void> };

/**
 * Starts Debian's nginx with `deploy/nginx.conf`.
 * @throws if nginx is not installed, because a check of this file must not be omitted unnoticed
 */
export async function startDebianNginx(upstreamPorts: readonly [number, number]): Promise<TestProxy> {
  const program = "/usr/sbin/nginx";
  expectInstalled(program, "nginx");
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const [port, plainPort] = [await freePort(), await freePort()];
  const paths = await writeCertificate(folder);
  const source = await readFile("deploy/nginx.conf", "utf8");
  const site = replaceEach(source, [
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    ["listen [::]:443 ssl http2;", ""],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen [::]:80;", ""],
    ["server 127.0.0.1:3000 ", `server 127.0.0.1:${upstreamPorts[0]} `],
    ["# server 127.0.0.1:3001 ", `server 127.0.0.1:${upstreamPorts[1]} `],
    ["/etc/letsencrypt/live/www.example.com/fullchain.pem", paths.certificate],
    ["/etc/letsencrypt/live/www.example.com/privkey.pem", paths.key],
    ["/var/log/nginx/exit-planning.log", join(folder, "site.log")],
  ]);
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${join(folder, "nginx.pid")};
error_log ${join(folder, "error.log")};
events {}
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`,
  );
  const args = ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  return startProxy({ program, args, folder, port, stopSignal: "SIGQUIT" });
}

/**
 * Starts Debian's Caddy with `deploy/Caddyfile`.
 * @throws if Caddy is not installed
 */
export async function startDebianCaddy(upstreamPorts: readonly [number, number]): Promise<TestProxy> {
  const program = "/usr/bin/caddy";
  expectInstalled(program, "caddy");
  const folder = await mkdtemp(join(tmpdir(), "practice-prove-"));
  const port = await freePort();
  const { certificate, key } = await writeCertificate(folder);
  const source = await readFile("deploy/Caddyfile", "utf8");
  const site = replaceEach(source, [
    // A certificate of its own, because the public authority cannot reach this machine.
    ["	reverse_proxy {", `	tls ${certificate} ${key}\n	bind 127.0.0.1\n	reverse_proxy {`],
    ["	servers {", "	admin off\n	auto_https off\n	servers {"],
  ]);
  await writeFile(join(folder, "Caddyfile"), site);
  const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    SITE_HOST: `https://www.example.com:${port}`,
    UPSTREAMS: upstreamPorts.map((each) => `127.0.0.1:${each}`).join(" "),
  };
  return startProxy({ program, args, folder, port, env, stopSignal: "SIGTERM" });
}

function expectInstalled(program: string, debianPackage: string): void {
  if (!existsSync(program)) {
    throw new Error(`There is no ${program}: run apt-get install ${debianPackage}.`);
  }
}

async function writeCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const paths = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  await writeFile(paths.certificate, localhostCertificate);
  await writeFile(paths.key, testKey, { mode: 0o600 });
  return paths;
}

/** @throws if a text to replace does not occur, because the test would then not run the file of `deploy/` */
function replaceEach(source: string, replacements: readonly (readonly [string, string])[]): string {
  let text = source;
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`The file does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function startProxy(options: {
  program: string;
  args: readonly string[];
  folder: string;
  port: number;
  env?: Record<string, string | undefined>;
  stopSignal: NodeJS.Signals;
}): Promise<TestProxy> {
  const { program, args, folder, port, env = process.env, stopSignal } = options;
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill(stopSignal);
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until("the proxy", async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${printed}`);
      // Sends plain HTTP to the TLS port. The proxy rejects it, but any response proves that the port is open.
      return fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
