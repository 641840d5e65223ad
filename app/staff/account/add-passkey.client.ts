import { deviceName } from "#app/identity/devices/device-name.ts";
import type { Refusal } from "#app/platform/refusal.ts";

export type AddPasskeyOutcome = "added" | "proof" | "signed-out" | "cancelled" | "already-there" | "failed";

/** Lets the browser make a passkey for whoever is signed in, and hands it to the server. */
export async function addPasskey(): Promise<AddPasskeyOutcome> {
  try {
    const begun = await fetch("/api/auth/passkey/generate-register-options");
    if (!begun.ok) return await reasonOf(begun);
    // The server's own answer, made for exactly this call.
    const options = (await begun.json()) as PublicKeyCredentialCreationOptionsJSON;
    const credential = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
    if (!(credential instanceof PublicKeyCredential)) return "cancelled";
    const ended = await fetch("/api/auth/passkey/verify-registration", {
      method: "POST",
      headers: { "content-type": "application/json" },
      // Named after where it was made, until its owner calls it something else.
      body: JSON.stringify({ response: credential.toJSON(), name: deviceName(navigator.userAgent) }),
    });
    return ended.ok ? "added" : await reasonOf(ended);
  } catch (error) {
    return error instanceof DOMException ? outcomeOf(error.name) : "failed";
  }
}

/** Web Authentication level 3, section 5.1.3: these two are decisions of the person or their device, not faults. */
function outcomeOf(name: string): AddPasskeyOutcome {
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  return name === "InvalidStateError" ? "already-there" : "failed";
}

async function reasonOf(response: Response): Promise<AddPasskeyOutcome> {
  // The one shape in which our endpoints refuse.
  const { error } = (await response.json()) as Refusal;
  return error.kind === "proof" || error.kind === "signed-out" ? error.kind : "failed";
}
