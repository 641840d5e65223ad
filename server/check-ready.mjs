// Entry point of `exit-planning ready`: exits with 0 if the server of these settings answers that it is ready. Containers and the upgrade
// use it, because a plain system has no HTTP client.
import { readSettings } from "./ensure-build.mjs";

await readSettings();
const { HOST: host = "127.0.0.1", PORT: port = "3000" } = process.env;
// The wildcard addresses are not addresses to connect to.
const address = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
try {
  const response = await fetch(`http://${address}:${port || "3000"}/readyz`, {
    signal: AbortSignal.timeout(5_000),
  });
  process.stdout.write(`${(await response.text()).trimEnd()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.stdout.write("not running\n");
  process.exitCode = 1;
}
