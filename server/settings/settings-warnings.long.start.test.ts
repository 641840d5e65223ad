import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startServer } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-settings-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("a server with questionable settings starts and logs a warning about each of them", async () => {
  const env = {
    TRUSTED_PROXY: "10.0.0.1",
    SITE_URL: "https://www.example.com",
    SMTP_URL: "smtp://mail.example.com?requireTLS=false",
  };
  const server = await startServer({ dataDir, env });
  await server.stop();
  const events = server.output().match(/"settings\.\w+"/g);
  expect(events).toEqual(['"settings.misspelled_name"', '"settings.smtp_tls_weakened"']);
});
