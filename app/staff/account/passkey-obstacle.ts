import { passkeyTexts } from "./account.messages.ts";

/**
 * Why no passkey can be made here, or undefined where one can.
 * @param host the name that passkeys are tied to
 * @param openedAt the host in the browser's address line
 */
export function passkeyObstacle(
  host: string,
  openedAt: string,
  isKnownToBrowser: boolean,
): string | undefined {
  // Web Authentication level 3, section 5.1.3: only of domains, never of addresses.
  if (/^[\d.]+$|^\[/.test(host)) return passkeyTexts.inAddressOfNumbers;
  if (openedAt !== host) return passkeyTexts.otherHost(host);
  return isKnownToBrowser ? undefined : passkeyTexts.unknownToBrowser;
}
