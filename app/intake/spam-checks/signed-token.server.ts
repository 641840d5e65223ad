import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import type { PurposeKeys } from "#app/platform/key-ring.server.ts";

export type SignedToken = {
  id: string;
  issuedAt: Date;
  text: string;
};

export type TokenSigner = {
  /** @param text digits, letters, `-` and `_`; anyone who has the token can read it */
  issue(purpose: string, text: string, now: Date): { token: string; id: string };
  /** @returns undefined for an unrecognized token, or one issued for another purpose */
  read(purpose: string, token: string): SignedToken | undefined;
};

/** Bytes of the parts of a token. Multiples of three, so that each value has only one base64url form. */
const timeBytes = 6;
const nonceBytes = 9;
const signatureBytes = 18;

/** `<text>.<time and nonce>.<signature>`; of the same length for texts of the same length. */
const shape = /^([\w-]{1,64})\.([\w-]{20})\.([\w-]{24})$/;

/** Issues and verifies tokens without storing them. @param keys used only for these tokens; the current key signs */
export function tokenSigner(keys: PurposeKeys): TokenSigner {
  const sign = (key: KeyObject, purpose: string, text: string, id: string): Buffer =>
    createHmac("sha256", key).update(`${purpose}.${text}.${id}`).digest().subarray(0, signatureBytes);
  return {
    issue(purpose, text, now) {
      const stamp = Buffer.alloc(timeBytes + nonceBytes);
      stamp.writeUIntBE(now.getTime(), 0, timeBytes);
      randomBytes(nonceBytes).copy(stamp, timeBytes);
      const id = stamp.toString("base64url");
      return { id, token: `${text}.${id}.${sign(keys[0], purpose, text, id).toString("base64url")}` };
    },
    read(purpose, token) {
      const [, text, id, signature] = shape.exec(token) ?? [];
      if (text === undefined || id === undefined || signature === undefined) return undefined;
      const given = Buffer.from(signature, "base64url");
      if (!keys.some((key) => timingSafeEqual(given, sign(key, purpose, text, id)))) return undefined;
      const issuedAt = new Date(Buffer.from(id, "base64url").readUIntBE(0, timeBytes));
      return { id, issuedAt, text };
    },
  };
}
