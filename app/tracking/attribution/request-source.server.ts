import type { Touch } from "#app/data/schema/visitors.ts";
import { type Classified, classifyTraffic } from "./traffic-class.server.ts";
import { readTouch } from "./parse-touch.ts";
import { readVisitKeys, type VisitKeys } from "./visit-keys.ts";
import { shortenAddress } from "#app/platform/client-address.server.ts";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/shorten.ts";

/** Who sent something, as far as the request tells. */
export type Sender = Classified &
  VisitKeys & {
    /** As limits count it; never stored. */
    clientAddress: string;
    /** As it is stored: whole, or shortened where the practice wants that. */
    ipAddress: string;
    userAgent: string | null;
    /** The browser asks not to be followed: Global Privacy Control or Do Not Track. The keys are null then, and so is the touch. */
    optsOut: boolean;
    /** The page that it was sent from, with what its address says of a campaign. */
    touch: Touch | null;
  };

/** What of a running program it takes to read a sender. */
export type SenderSettings = {
  siteUrl: string;
  clock: { now(): Date };
  /** Whether addresses are stored shortened. */
  shortensAddresses: boolean;
};

/** Whether a browser asks not to be followed (Global Privacy Control; Do Not Track). */
export function asksNotToBeFollowed(headers: Headers): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/** Reads who sends a request. @param clientAddress as the trusted-proxy setting finds it */
export function readSender(headers: Headers, clientAddress: string, settings: SenderSettings): Sender {
  const optsOut = asksNotToBeFollowed(headers);
  const keys = optsOut ? { visitId: null, browserKey: null } : readVisitKeys(headers.get("cookie"));
  return {
    ...classifyTraffic(headers),
    ...keys,
    clientAddress,
    ipAddress: settings.shortensAddresses ? shortenAddress(clientAddress) : clientAddress,
    userAgent: storableUserAgent(headers),
    optsOut,
    touch: optsOut ? null : readFormPage(headers, settings),
  };
}

/** The page of ours that it was sent from. A page of another site, or none, says nothing that could be believed. */
function readFormPage(headers: Headers, { siteUrl, clock }: SenderSettings): Touch | null {
  const address = headers.get("referer");
  const host = URL.parse(address ?? "")?.host;
  if (address === null || host === undefined) return null;
  if (host !== headers.get("host") && host !== new URL(siteUrl).host) return null;
  return readTouch({ address, referrer: "", at: clock.now(), siteUrl });
}

/** The user agent of a request, shortened and without control characters. */
export function storableUserAgent(headers: Headers): string | null {
  const userAgent = headers.get("user-agent");
  return userAgent === null
    ? null
    : shortenToBytes(userAgent.replaceAll(/\p{C}/gu, ""), maxStoredBytes.userAgent);
}
