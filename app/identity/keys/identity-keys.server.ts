import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyRing, PurposeKeys } from "#app/platform/key-ring.server.ts";
import { createSealing, type Sealing } from "#app/platform/sealing.server.ts";

/**
 * Values that identity derives from the application secrets. None can be derived from the database alone. New values use the current
 * secret; values from a previous secret are still accepted.
 */
export type IdentityKeys = Sealing & {
  /** The key of a counter of attempts. Without the secret, it does not reveal the account or address. */
  limitKey(...parts: readonly string[]): string;
  /** The token of an emailed link: the row's id and a signature. */
  linkToken(kind: string, id: string): string;
  /** @returns the row's id, or undefined if the token is not valid */
  readLinkToken(kind: string, token: string): string | undefined;
  /** The token of a known device of one account. */
  deviceToken(accountId: string, level: DeviceLevel): string;
  /** @returns undefined if the token is not valid for this account */
  readDeviceToken(accountId: string, token: string): DeviceLevel | undefined;
  recoveryCodeDigest(accountId: string, code: string): string;
  /** The digests under which a code can be stored: one per secret. */
  recoveryCodeDigests(accountId: string, code: string): readonly string[];
  /** Token of the one-time setup link for the first owner. It is not stored; every process derives the same token. */
  setUpToken(): string;
  isSetUpToken(token: string): boolean;
};

/** What was verified in a browser: the password or an emailed link, or also a second factor. */
export type DeviceLevel = "password" | "code";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const signatureBytes = 24;

/** @param keyRing identical in every process of an installation */
export function createIdentityKeys(keyRing: KeyRing): IdentityKeys {
  const keysFor = (purpose: string): PurposeKeys => keyRing.keysFor(`identity: ${purpose}`);
  const [limits] = keysFor("limits");
  const links = keysFor("links in letters");
  const devices = keysFor("known devices");
  const codes = keysFor("recovery codes");
  const setUp = keysFor("set-up link");
  const linkToken = (key: KeyObject, kind: string, id: string): string => `${id}.${sign(key, kind, id)}`;
  const deviceToken = (key: KeyObject, accountId: string, level: DeviceLevel, nonce: string): string =>
    `${level}.${nonce}.${sign(key, accountId, level, nonce)}`;
  const setUpToken = (key: KeyObject): string => sign(key, "first owner");
  return {
    limitKey: (...parts) => sign(limits, ...parts).slice(0, 22),
    linkToken: (kind, id) => linkToken(links[0], kind, id),
    readLinkToken(kind, token) {
      const [id = ""] = token.split(".", 1);
      if (!uuid.test(id)) return undefined;
      return links.some((key) => isSame(linkToken(key, kind, id), token)) ? id : undefined;
    },
    deviceToken: (accountId, level) =>
      deviceToken(devices[0], accountId, level, randomBytes(12).toString("base64url")),
    readDeviceToken(accountId, token) {
      const [level, nonce = ""] = token.split(".", 2);
      if (level !== "password" && level !== "code") return undefined;
      const isKnown = devices.some((key) => isSame(deviceToken(key, accountId, level, nonce), token));
      return isKnown ? level : undefined;
    },
    recoveryCodeDigest: (accountId, code) => sign(codes[0], accountId, code),
    recoveryCodeDigests: (accountId, code) => codes.map((key) => sign(key, accountId, code)),
    setUpToken: () => setUpToken(setUp[0]),
    isSetUpToken: (token) => setUp.some((key) => isSame(setUpToken(key), token)),
    ...createSealing(keysFor("sealed secrets")),
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
