import * as client from "openid-client";
import { isLoopback } from "#app/platform/loopback.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { SignOnSettings } from "./sign-on-settings.ts";

/** The values that bind the provider's response to one request. */
export type SignOnChecks = { state: string; nonce: string; verifier: string };

export type ProviderResponse =
  | { ok: true; claims: Readonly<Record<string, unknown>> }
  | {
      ok: false;
      /**
       * `unavailable`: the provider did not respond, or with a fault. `denied`: it did not sign in the person. `invalid`: the response or a
       * token did not pass verification.
       */
      reason: "unavailable" | "denied" | "invalid";
    };

/** The firm's OpenID Connect provider. Only this module depends on the library. */
export type Provider = {
  /**
   * Returns the URL of the provider's sign-in page, or undefined if the provider is not available.
   * @param isFresh whether the person must sign in at the provider again
   */
  begin(checks: SignOnChecks, isFresh: boolean): Promise<URL | undefined>;
  /** Exchanges the code in the URL of the response and verifies the tokens, which are not stored. */
  finish(url: URL, checks: SignOnChecks, isFresh: boolean): Promise<ProviderResponse>;
};

/** A person waits for each request, so an unavailable provider must not take longer. */
const timeoutSeconds = 5;

const clockToleranceSeconds = 30;

/** Longer than a person takes to sign in. The time of the sign-in itself is checked against the beginning of the flow. */
const maxAuthenticationAgeSeconds = 900;

/** @param redirectUri the registered URL to which the provider returns */
export function createProvider({
  settings,
  redirectUri,
  log,
}: {
  settings: SignOnSettings;
  redirectUri: string;
  log: Log;
}): Provider {
  const discover = createDiscovery(settings);
  return {
    async begin({ state, nonce, verifier }, isFresh) {
      try {
        return client.buildAuthorizationUrl(await discover(), {
          redirect_uri: redirectUri,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(isFresh ? { prompt: "login", max_age: "0" } : { max_age: String(anyAgeSeconds) }),
        });
      } catch (error) {
        log.warn("sign_on.provider_unavailable", { code: describeError(error) });
        return undefined;
      }
    },

    async finish(url, { state, nonce, verifier }, isFresh) {
      try {
        const config = await discover();
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isFresh ? { maxAge: maxAuthenticationAgeSeconds } : {}),
        });
        const claims = tokens.claims();
        if (claims === undefined) return { ok: false, reason: "invalid" };
        if (claims["email"] !== undefined) return { ok: true, claims };
        // Some providers add the address to the ID token, and others only to the user info.
        const userInfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return { ok: true, claims: { ...userInfo, ...claims } };
      } catch (error) {
        const reason = classify(error);
        log.warn("sign_on.response_refused", { reason, code: describeError(error) });
        return { ok: false, reason };
      }
    },
  };
}

/**
 * A year. A provider that receives a maximum age states when the person signed in (OpenID Connect Core 1.0, section 3.1.2.1), which
 * determines whether the sign-in is a recent authentication.
 */
const anyAgeSeconds = 365 * 24 * 60 * 60;

/** Reads the provider's metadata once. A failed attempt is repeated by the next request, and concurrent requests share one attempt. */
function createDiscovery(settings: SignOnSettings): () => Promise<client.Configuration> {
  let current: Promise<client.Configuration> | undefined;
  return () => {
    current ??= discoverProvider(settings).catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  };
}

async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: SignOnSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  const config = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    authenticateWith(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [
        // Verifies the signature with the provider's keys, although the token comes from the provider over TLS.
        client.enableNonRepudiationChecks,
        ...(url.protocol === "http:" && isLoopback(url.hostname) ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // The library does not compare them for hosts of Microsoft, nor if the setting is the address of the metadata.
  if (new URL(config.serverMetadata().issuer).href !== url.href) {
    throw new Error("The metadata has another issuer than OIDC_ISSUER.");
  }
  return config;
}

/** Sends the client secret as the provider supports it. Its default is the `Authorization` header (OpenID Connect Discovery, section 3). */
function authenticateWith(secret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...request) => {
    const supportsPost =
      server.token_endpoint_auth_methods_supported?.includes("client_secret_post") === true;
    (supportsPost ? post : basic)(server, ...request);
  };
}

const unavailableCodes: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

function classify(error: unknown): Extract<ProviderResponse, { ok: false }>["reason"] {
  if (error instanceof client.AuthorizationResponseError) {
    return ["server_error", "temporarily_unavailable"].includes(error.error) ? "unavailable" : "denied";
  }
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? "unavailable" : "invalid";
  // A request without a response.
  if (error instanceof TypeError && !("code" in error)) return "unavailable";
  return unavailableCodes.has(readCode(error)) ? "unavailable" : "invalid";
}

/** The code of an error, without its message, which can contain parts of a response. */
function describeError(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return /^[\w-]{1,60}$/.test(error.error) ? error.error : "unknown";
  }
  return readCode(error) || (error instanceof Error ? error.name : "unknown");
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
