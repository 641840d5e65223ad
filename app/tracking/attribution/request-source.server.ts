import { isUuid } from "#app/platform/text/uuid.ts";
import type { Touch } from "#app/data/schema/visitors.ts";
import { type Classified, classifyTraffic } from "./traffic-class.server.ts";
import { readTouch } from "./parse-touch.ts";
import { readVisitKeys, type VisitKeys } from "./visit-keys.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { shortenAddress } from "#app/platform/http/client-address.server.ts";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/text/shorten.ts";

/** The information about the sender that a request contains. */
export type Sender = Classified &
  VisitKeys & {
    /** Used for limits and never stored. */
    clientAddress: string;
    /** The stored form, shortened if the setting says so. */
    ipAddress: string;
    userAgent: string | null;
    /** Whether the browser opts out of tracking. The keys and the touch are null in that case. */
    optsOut: boolean;
    /** The page with the form. */
    touch: Touch | null;
  };

export type SenderSettings = {
  siteUrl: string;
  clock: { now(): Date };
  shortensAddresses: boolean;
};

/** Whether the browser sends Global Privacy Control or Do Not Track. */
export function optsOutOfTracking(headers: Headers): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/** @param clientAddress the client address according to the trusted-proxy setting */
export function readSender(headers: Headers, clientAddress: string, settings: SenderSettings): Sender {
  const optsOut = optsOutOfTracking(headers);
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

const formPages: readonly string[] = [formPaths.assessment, formPaths.eventSignup];

/** The page of one event has the same form as that of the next event. */
const eventPages = `${formPaths.eventOnDate}/`;

function isFormPage(path: string): boolean {
  return formPages.includes(path) || (path.startsWith(eventPages) && isUuid(path.slice(eventPages.length)));
}

/**
 * The page of this site that the form was sent from. Referrers of other sites are ignored, because they can be forged, and so are paths
 * without a form, because a stranger could use them to write into the lists and reports that staff read.
 */
function readFormPage(headers: Headers, { siteUrl, clock }: SenderSettings): Touch | null {
  const address = headers.get("referer");
  const url = URL.parse(address ?? "");
  if (address === null || url === null || !isFormPage(url.pathname)) return null;
  if (url.host !== headers.get("host") && url.host !== new URL(siteUrl).host) return null;
  return readTouch({ address, referrer: "", at: clock.now(), siteUrl });
}

/** The user agent of a request, shortened and without control characters. */
export function storableUserAgent(headers: Headers): string | null {
  const userAgent = headers.get("user-agent");
  return userAgent === null
    ? null
    : shortenToBytes(userAgent.replaceAll(/\p{C}/gu, ""), maxStoredBytes.userAgent);
}
