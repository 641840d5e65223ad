import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What a browser hands over when somebody signs in with a passkey (WebAuthn level 3, section 5.1.4). */
export type PasskeyAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: object;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
};

/** A passkey without a device: signs challenges as one would, and can be told to misbehave. */
export function softwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16).toString("base64url");
  return {
    id,
    /** As COSE writes an ES256 key: a map of five entries, of which the last two are the point on the curve. */
    publicKey: Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]),
    /** @param ceremony.asksOwner whether the device has made sure who holds it */
    answer(ceremony: {
      challenge: string;
      origin: string;
      rpId?: string;
      asksOwner?: boolean;
      counter?: number;
    }): PasskeyAnswer {
      const { challenge, origin, rpId = "localhost", asksOwner = true, counter = 1 } = ceremony;
      const clientData = Buffer.from(
        JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }),
      );
      const counted = Buffer.alloc(4);
      counted.writeUInt32BE(counter);
      const userPresent = 0x01;
      const userVerified = 0x04;
      const flags = Buffer.from([asksOwner ? userPresent | userVerified : userPresent]);
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

function digest(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}
