/** `none`: no usable passkey, or none was chosen. `tooMany`: the rate limit was exceeded. `failed`: no valid response. */
export type PasskeyOutcome = "signed-in" | "none" | "tooMany" | "failed";

const endpoints = "/api/auth/passkey";
const timeoutMs = 20_000;

/** Asks the browser for any passkey of this site and signs in with it. Never throws. */
export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  // Missing in old browsers, and where the page is opened by its IP address.
  if (typeof PublicKeyCredential === "undefined" || !("parseRequestOptionsFromJSON" in PublicKeyCredential)) {
    return "none";
  }
  try {
    const started = await call("generate-authenticate-options");
    if (!started.ok) return describeFailure(started.status);
    // Our own endpoint's response.
    const options = (await started.json()) as PublicKeyCredentialRequestOptionsJSON;
    const credential = await choose(PublicKeyCredential.parseRequestOptionsFromJSON(options));
    if (credential === undefined) return "none";
    const verified = await call("verify-authentication", { response: credential });
    return verified.ok ? "signed-in" : describeFailure(verified.status);
  } catch {
    return "failed";
  }
}

/** @returns undefined if nothing was chosen or the host does not allow passkeys */
async function choose(publicKey: PublicKeyCredentialRequestOptions): Promise<unknown> {
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;
  } catch {
    return undefined;
  }
}

function call(path: string, body?: unknown): Promise<Response> {
  return fetch(`${endpoints}/${path}`, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
}

/** Any other client error means that the passkey is not registered here. */
function describeFailure(status: number): PasskeyOutcome {
  if (status === 429) return "tooMany";
  return status >= 500 ? "failed" : "none";
}
