import { expect, test } from "vitest";
import { createStoredAssets } from "#app/data/assets/stored-assets.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const site = testApp();

test("a server sends the files of an earlier build like its own, and no others", async () => {
  const script = 'export const text = "of an earlier build";';
  const earlier = createStoredAssets({
    db: site.db,
    keys: testKeyRing.keysFor("built assets"),
    clock: { now: () => new Date() },
    log: silentLog,
  });
  await earlier.store(
    new Map([
      ["/assets/earlier-abc123.js", Buffer.from(script)],
      ["/assets/manifest.json", Buffer.from("{}")],
    ]),
  );
  for (const path of ["/assets/earlier-abc123.js", "/assets/earlier-abc123.js"]) {
    const response = await site.request(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(script);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect((await site.request("/assets/unknown-abc123.js")).status).toBe(404);
  // Not a type of file that pages load.
  expect((await site.request("/assets/manifest.json")).status).toBe(404);
});
