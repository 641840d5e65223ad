import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { z } from "zod";
import { signOnCallbackPath } from "#app/identity/single-sign-on/sign-on-paths.ts";
import type { SignOnSettings } from "#app/identity/single-sign-on/sign-on-settings.ts";
import { testSiteUrl } from "./app.ts";

/** The person who signs in at the provider. */
export type ProviderPerson = {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
};

const claimsSchema = z.record(z.string(), z.unknown());
type Claims = z.infer<typeof claimsSchema>;

/** What the provider does in a test. */
type Behavior = {
  person: ProviderPerson;
  /** Whether it refuses to sign in the person. */
  denies: boolean;
  /** Changes the claims of the ID token, and the key that signs it. */
  changeToken: ((claims: Claims) => Claims) | undefined;
  signsWithOtherKey: boolean;
  /** Status of every response, such as that of an overloaded server; undefined for normal operation. */
  failsWith: number | undefined;
};

export type SignOnProvider = {
  settings: SignOnSettings;
  behavior: Behavior;
  /** Restores the normal behavior. */
  reset(): void;
  close(): Promise<void>;
};

const clientId = "practice";
const clientSecret = "a secret of the client, which only tests use";

const usual = (): Behavior => ({
  person: { subject: "ruth-1", email: "ruth@example.com", isEmailVerified: true, name: "Ruth Alvarez" },
  denies: false,
  changeToken: undefined,
  signsWithOtherKey: false,
  failsWith: undefined,
});

/** Starts an OpenID Connect provider that signs in `behavior.person` without a form. */
export async function startSignOnProvider({ siteUrl = testSiteUrl, port = 0 } = {}): Promise<SignOnProvider> {
  const keys = createKeys();
  const behavior = usual();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider({ issuer, siteUrl, keys, behavior });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (behavior.failsWith !== undefined) {
      response.writeHead(behavior.failsWith).end("unavailable");
      return;
    }
    const isInteraction = request.url?.startsWith("/interaction/") === true;
    void (isInteraction ? signIn(provider, behavior, request, response) : handle(request, response));
  });
  return {
    settings: { issuer, clientId, clientSecret, domain: "example.com" },
    behavior,
    reset: () => void Object.assign(behavior, usual()),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Keys = { own: KeyObject; other: KeyObject };

function createKeys(): Keys {
  const create = (): KeyObject => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return { own: create(), other: create() };
}

function createProvider({
  issuer,
  siteUrl,
  keys,
  behavior,
}: {
  issuer: string;
  siteUrl: string;
  keys: Keys;
  behavior: Behavior;
}): Provider {
  const scope = "openid email profile";
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [siteUrl + signOnCallbackPath],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...keys.own.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the cookies of tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      auth_time: null,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => {
        const { email, isEmailVerified, name } = behavior.person;
        return Promise.resolve({ sub: subject, email, email_verified: isEmailVerified, name });
      },
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? "" });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 3600, Grant: 3600 },
  });
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.path === "/token" && typeof body === "object" && body !== null && "id_token" in body) {
      context.body = { ...body, id_token: changeToken(String(body.id_token), behavior, keys) };
    }
  });
  return provider;
}

async function signIn(
  provider: Provider,
  { person, denies }: Behavior,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = denies
    ? { error: "access_denied", error_description: "The person was not signed in" }
    : { login: { accountId: person.subject } };
  await provider.interactionFinished(request, response, result);
}

/** Signs the changed claims of a token, as a provider or an attacker would. */
function changeToken(
  token: string,
  { changeToken: change, signsWithOtherKey }: Behavior,
  keys: Keys,
): string {
  if (change === undefined && !signsWithOtherKey) return token;
  const [header = "", payload = ""] = token.split(".");
  const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  const changed = Buffer.from(JSON.stringify(change?.(claims) ?? claims)).toString("base64url");
  const signed = `${header}.${changed}`;
  const signature = sign("RSA-SHA256", Buffer.from(signed), signsWithOtherKey ? keys.other : keys.own);
  return `${signed}.${signature.toString("base64url")}`;
}

/** A person's browser at the provider. */
export function createProviderBrowser() {
  const jar = new Map<string, string>();
  /** Follows the provider's redirects. @returns the path and query with which it returns to the site */
  return async (start: string): Promise<string> => {
    let url = start;
    for (let redirects = 0; redirects < 10; redirects += 1) {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(url, { redirect: "manual", headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`The provider responded ${response.status} at ${url}`);
      const next = new URL(location, url);
      if (next.pathname === signOnCallbackPath) return next.pathname + next.search;
      url = next.href;
    }
    throw new Error("The provider redirected too often.");
  };
}
