import { isIP } from "node:net";
import { isLoopback } from "#app/platform/loopback.ts";

export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
}

export function isHttpsUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.protocol !== "https:") return false;
  return url.username + url.password + url.hash === "";
}

/** Issuers of Microsoft Entra ID for several organizations would accept accounts of any of them. */
export function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username + url.password + url.search + url.hash !== "") return false;
  if (/^\/(?:common|organizations|consumers)(?:\/|$)/.test(url.pathname)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** The host is shown to visitors and named in the security policy, so it must be a plain host name. */
export function isPixelAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.protocol !== "https:") return false;
  return url.username === "" && url.port === "" && url.hash === "" && /^[a-z0-9.-]+$/.test(url.hostname);
}

export function isMailServer(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}

/** Parameters would be ignored, so they are refused. */
export function isMailboxAddress(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^imaps?:$/.test(url.protocol) || url.hostname === "") return false;
  const parts = [url.username, url.password, url.pathname.slice(1)];
  return (
    parts.every(isPercentEncoded) &&
    url.username !== "" &&
    url.password !== "" &&
    url.search + url.hash === ""
  );
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function isAddressOrRange(value: string): boolean {
  const [address, bits, ...rest] = value.split("/");
  if (address === undefined || rest.length > 0) return false;
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The libpq variable applies if the URL does not set the parameter. */
export function withRootCertificate({
  databaseUrl,
  databaseRootCertificate,
}: Readonly<Record<"databaseUrl" | "databaseRootCertificate", string | undefined>>): string | undefined {
  if (databaseUrl === undefined || databaseRootCertificate === undefined) return databaseUrl;
  if (/[?&]sslrootcert=/.test(databaseUrl)) return databaseUrl;
  const separator = databaseUrl.includes("?") ? "&" : "?";
  return `${databaseUrl}${separator}sslrootcert=${encodeURIComponent(databaseRootCertificate)}`;
}
