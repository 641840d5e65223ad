import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { createProvider, type Provider } from "./provider.server.ts";

const checks = { state: "state", nonce: "nonce", verifier: "v".repeat(43) };

describe("an unavailable provider", () => {
  test("that never responds ends the sign-in after a few seconds", async () => {
    const provider = await providerAt(() => {});
    expect(await provider.begin(checks, false)).toBeUndefined();
  });

  test.each([
    ["a fault", 500, "text/plain", "unavailable"],
    ["no metadata", 200, "text/html", "<h1>Welcome</h1>"],
    ["metadata of another issuer", 200, "application/json", '{"issuer":"https://evil.example"}'],
  ])("that responds with %s ends the sign-in", async (_, status, type, body) => {
    const provider = await providerAt((_request, response) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
    expect(await provider.begin(checks, false)).toBeUndefined();
  });

  test("is asked again by the next sign-in", async () => {
    let requests = 0;
    const provider = await providerAt((request, response) => {
      requests += 1;
      const issuer = `http://${request.headers.host}`;
      const metadata = { issuer, authorization_endpoint: `${issuer}/authorize` };
      response
        .writeHead(requests === 1 ? 503 : 200, { "content-type": "application/json" })
        .end(JSON.stringify(metadata));
    });
    expect(await provider.begin(checks, false)).toBeUndefined();
    expect((await provider.begin(checks, false))?.pathname).toBe("/authorize");
    await provider.begin(checks, false);
    expect(requests).toBe(2);
  });
});

test.each([
  ["https://login.microsoftonline.com/Common/v2.0", "https://login.microsoftonline.com/{tenantid}/v2.0"],
  ["https://accounts.google.com/.well-known/openid-configuration", "https://accounts.google.com"],
])("the setting %s is refused, because the metadata has the issuer %s", async (setting, issuer) => {
  const metadata = { issuer, authorization_endpoint: "https://login.example.com/authorize" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(metadata)));
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await createProviderOf(setting).begin(checks, false)).toBeUndefined();
});

async function providerAt(listener: RequestListener): Promise<Provider> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return createProviderOf(`http://127.0.0.1:${port}`);
}

function createProviderOf(issuer: string): Provider {
  return createProvider({
    settings: {
      issuer,
      clientId: "practice",
      clientSecret: "secret",
      domain: "example.com",
    },
    redirectUri: "https://www.example.com/auth/single-sign-on/callback",
    log: silentLog,
  });
}
