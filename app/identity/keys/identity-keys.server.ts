import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { deriveKey } from "#app/platform/derive-key.server.ts";

/** What identity takes the program's secret for. None of it can be made from the database alone. */
export type IdentityKeys = {
  /** The name under which attempts are counted. Nobody without the secret can tell whose they are. */
  limitKey(...parts: readonly string[]): string;
  /** The unguessable part of a letter's link: its row, and a signature. */
  linkToken(kind: string, id: string): string;
  /** @returns the row's id, or undefined where the token is none of ours */
  readLinkToken(kind: string, token: string): string | undefined;
  /** By what a browser is known that somebody has signed in from, for this account alone. */
  deviceToken(accountId: string, level: DeviceLevel): string;
  /** @returns what was shown in that browser, or undefined where the token is none of this account's */
  readDeviceToken(accountId: string, token: string): DeviceLevel | undefined;
  recoveryCodeDigest(accountId: string, code: string): string;
  /** Seals a secret so that it can be kept in the database. @param owner the account; what is sealed for one opens for no other */
  seal(owner: string, secret: string): string;
  /** @throws where it was sealed for another owner, or with another program's secret */
  open(owner: string, sealed: string): string;
};

/** What somebody has shown in a browser: the password alone (or a link from a letter), or a second factor as well. */
export type DeviceLevel = "password" | "code";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const signatureBytes = 24;
/** For AES in Galois/counter mode (NIST SP 800-38D). */
const nonceBytes = 12;
const tagBytes = 16;

/** @param secret of the program; every process of an installation has the same one */
export function createIdentityKeys(secret: string): IdentityKeys {
  const keyFor = (purpose: string): KeyObject => createSecretKey(deriveKey(secret, `identity: ${purpose}`));
  const limits = keyFor("limits");
  const links = keyFor("links in letters");
  const devices = keyFor("known devices");
  const codes = keyFor("recovery codes");
  const seals = keyFor("sealed secrets");
  const linkToken = (kind: string, id: string): string => `${id}.${sign(links, kind, id)}`;
  const deviceToken = (accountId: string, level: DeviceLevel, nonce: string): string =>
    `${level}.${nonce}.${sign(devices, accountId, level, nonce)}`;
  return {
    limitKey: (...parts) => sign(limits, ...parts).slice(0, 22),
    linkToken,
    readLinkToken(kind, token) {
      const [id = ""] = token.split(".", 1);
      return uuid.test(id) && isSame(linkToken(kind, id), token) ? id : undefined;
    },
    deviceToken: (accountId, level) => deviceToken(accountId, level, randomBytes(12).toString("base64url")),
    readDeviceToken(accountId, token) {
      const [level, nonce = ""] = token.split(".", 2);
      if (level !== "password" && level !== "code") return undefined;
      return isSame(deviceToken(accountId, level, nonce), token) ? level : undefined;
    },
    recoveryCodeDigest: (accountId, code) => sign(codes, accountId, code),
    seal(owner, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", seals, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(owner, text) {
      const bytes = Buffer.from(text, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", seals, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([opened, decipher.final()]).toString("utf8");
    },
  };
}

function sign(key: KeyObject, ...parts: readonly string[]): string {
  const digest = createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  return digest.subarray(0, signatureBytes).toString("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
