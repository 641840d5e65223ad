import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The response of a browser when a person signs in with a passkey (WebAuthn level 3, section 5.1.4). */
export type PasskeyAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
};

/** The response of a browser when a person creates a passkey (section 5.1.3). */
export type NewPasskeyAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: object;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
};

/** A software passkey that signs challenges like a device and can misbehave on request. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credential = randomBytes(16);
  const id = credential.toString("base64url");
  // The COSE encoding of an ES256 key: a map of five entries, the last two of which are the point on the curve.
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  return {
    id,
    publicKey: coseKey,
    /** Registers with a site, without attestation. */
    register(ceremony: { challenge: string; origin: string; asksOwner?: boolean }): NewPasskeyAnswer {
      const { challenge, origin, asksOwner = true } = ceremony;
      const clientData = createClientData("webauthn.create", challenge, origin);
      const holdsCredential = 0x40;
      const flags = Buffer.from([createFlags(asksOwner) | holdsCredential]);
      const length = Buffer.from([0, credential.length]);
      const noDevice = Buffer.alloc(16);
      const data = Buffer.concat([
        digest("localhost"),
        flags,
        Buffer.alloc(4),
        noDevice,
        length,
        credential,
        coseKey,
      ]);
      // CBOR: { fmt: "none", attStmt: {}, authData: … }
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /**
     * Signs a challenge.
     * @param ceremony.asksOwner whether the device verifies its user
     */
    answer(ceremony: {
      challenge: string;
      origin: string;
      rpId?: string;
      asksOwner?: boolean;
      counter?: number;
    }): PasskeyAnswer {
      const { challenge, origin, rpId = "localhost", asksOwner = true, counter = 1 } = ceremony;
      const clientData = createClientData("webauthn.get", challenge, origin);
      const counted = Buffer.alloc(4);
      counted.writeUInt32BE(counter);
      const flags = Buffer.from([createFlags(asksOwner)]);
      const data = Buffer.concat([digest(rpId), flags, counted]);
      const signature = sign("sha256", Buffer.concat([data, digest(clientData)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: randomBytes(8).toString("base64url"),
        },
      };
    },
  };
}

function createClientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** User presence and user verification. */
function createFlags(asksOwner: boolean): number {
  const userPresent = 0x01;
  const userVerified = 0x04;
  return asksOwner ? userPresent | userVerified : userPresent;
}

function digest(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}
