import { deviceName } from "#app/identity/devices/device-name.ts";
import type { Refusal } from "#app/platform/http/refusal.ts";
import { passkeyTexts } from "./account.messages.ts";

/** `proof`: recent authentication is required. */
export type AddPasskeyOutcome = "added" | "proof" | "signed-out" | "cancelled" | "exists" | "failed";

/**
 * Returns why this browser cannot create a passkey here, or undefined if it can.
 * @param host the host that passkeys are tied to
 * @param currentHost the host in the browser's address bar
 */
export function findPasskeyObstacle(
  host: string,
  currentHost: string,
  isSupported: boolean,
): string | undefined {
  // Web Authentication level 3, section 5.1.3: passkeys belong to domains, never to IP addresses.
  if (/^[\d.]+$|^\[/.test(host)) return passkeyTexts.ipAddress;
  if (currentHost !== host) return passkeyTexts.otherHost(host);
  return isSupported ? undefined : passkeyTexts.unsupported;
}

/** Lets the browser create a passkey for the signed-in account and registers it. */
export async function addPasskey(): Promise<AddPasskeyOutcome> {
  try {
    const started = await fetch("/api/auth/passkey/generate-register-options");
    if (!started.ok) return await readRefusal(started);
    // Our own endpoint's response.
    const options = (await started.json()) as PublicKeyCredentialCreationOptionsJSON;
    const credential = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    });
    if (!(credential instanceof PublicKeyCredential)) return "cancelled";
    const registered = await fetch("/api/auth/passkey/verify-registration", {
      method: "POST",
      headers: { "content-type": "application/json" },
      // The name of the device is the initial name of the passkey.
      body: JSON.stringify({ response: credential.toJSON(), name: deviceName(navigator.userAgent) }),
    });
    return registered.ok ? "added" : await readRefusal(registered);
  } catch (error) {
    return error instanceof DOMException ? describeException(error.name) : "failed";
  }
}

/** Web Authentication level 3, section 5.1.3: these are decisions of the person or the device, not faults. */
function describeException(name: string): AddPasskeyOutcome {
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  return name === "InvalidStateError" ? "exists" : "failed";
}

async function readRefusal(response: Response): Promise<AddPasskeyOutcome> {
  // Our endpoints use one format for refusals.
  const { error } = (await response.json()) as Refusal;
  return error.kind === "proof" || error.kind === "signed-out" ? error.kind : "failed";
}
