import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";

/**
 * Whether an attestation object contains no certificate. For a certificate that the client chose, the library can request the revocation
 * list at an address in it. We request no attestation, so browsers send the format `none`, or an attestation that the passkey signed itself
 * (WebAuthn level 3, section 5.1.3, step 23, and section 8.2).
 * @param encoded the object in base64url; the caller limits its length
 */
export function isAttestationWithoutCertificates(encoded: string): boolean {
  try {
    const attestation: unknown = decodeAttestationObject(isoBase64URL.toBuffer(encoded));
    if (!(attestation instanceof Map)) return false;
    const format: unknown = attestation.get("fmt");
    const statement: unknown = attestation.get("attStmt");
    if (!(statement instanceof Map)) return false;
    return format === "none" || (format === "packed" && !statement.has("x5c"));
  } catch {
    // The decoder throws for malformed input, and exceeds the stack for deeply nested input.
    return false;
  }
}
