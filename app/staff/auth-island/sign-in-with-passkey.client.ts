/**
 * `none`: there is no passkey that could be used here, or none was chosen. `tooMany`: too many were asked for. `failed`: there was no answer
 * that could be understood.
 */
export type PasskeyOutcome = "signed-in" | "none" | "tooMany" | "failed";

const endpoints = "/api/auth/passkey";
const patienceMs = 20_000;

/** Asks the browser for a passkey of this site, whoever's it is, and signs in with it. Never throws. */
export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  // Whoever opens the page by its number, or in an old browser, cannot have one.
  if (typeof PublicKeyCredential === "undefined" || !("parseRequestOptionsFromJSON" in PublicKeyCredential)) {
    return "none";
  }
  try {
    const asked = await call("generate-authenticate-options");
    if (!asked.ok) return refusal(asked.status);
    // Made by the server for exactly this call.
    const options = (await asked.json()) as PublicKeyCredentialRequestOptionsJSON;
    const credential = await choose(PublicKeyCredential.parseRequestOptionsFromJSON(options));
    if (credential === undefined) return "none";
    const answer = await call("verify-authentication", { response: credential });
    return answer.ok ? "signed-in" : refusal(answer.status);
  } catch {
    return "failed";
  }
}

/** @returns undefined where nothing was chosen, or where the browser may not ask on this host */
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
    signal: AbortSignal.timeout(patienceMs),
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
}

/** What is refused for any other reason is a passkey that opens nothing here. */
function refusal(status: number): PasskeyOutcome {
  if (status === 429) return "tooMany";
  return status >= 500 ? "failed" : "none";
}
