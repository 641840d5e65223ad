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

/** The format and the statement of an attestation object (section 6.5.4). */
export type Attestation = { fmt: string; attStmt: Readonly<Record<string, CborValue>> };

type CborValue = string | number | Buffer | readonly CborValue[] | { readonly [key: string]: CborValue };

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
    /** Registers with a site, without attestation unless `attest` returns one. */
    register(ceremony: {
      challenge: string;
      origin: string;
      rpId?: string;
      type?: string;
      asksOwner?: boolean;
      counter?: number;
      attest?: (signed: Buffer, sign: (data: Buffer) => Buffer) => Attestation;
    }): NewPasskeyAnswer {
      const { challenge, origin, rpId = "localhost", type = "webauthn.create", asksOwner = true } = ceremony;
      const clientData = createClientData(type, challenge, origin);
      const counted = Buffer.alloc(4);
      counted.writeUInt32BE(ceremony.counter ?? 0);
      const holdsCredential = 0x40;
      const flags = Buffer.from([createFlags(asksOwner) | holdsCredential]);
      const length = Buffer.from([0, credential.length]);
      const noDevice = Buffer.alloc(16);
      const data = Buffer.concat([digest(rpId), flags, counted, noDevice, length, credential, coseKey]);
      const attest = ceremony.attest ?? ((): Attestation => ({ fmt: "none", attStmt: {} }));
      const { fmt, attStmt } = attest(Buffer.concat([data, digest(clientData)]), (signed) =>
        sign("sha256", signed, privateKey),
      );
      const attestation = encodeCbor({ fmt, attStmt, authData: data });
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

/** Encodes a value as CBOR (RFC 8949, section 3). */
function encodeCbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") {
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (isList(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(encodeCbor)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)]),
  ]);
}

function cborHead(majorType: number, argument: number): Buffer {
  const type = majorType * 32;
  if (argument < 24) return Buffer.from([type + argument]);
  return argument < 256
    ? Buffer.from([type + 24, argument])
    : Buffer.from([type + 25, Math.floor(argument / 256), argument % 256]);
}

function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
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
