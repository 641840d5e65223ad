import type { Touch } from "#app/data/schema/visitors.ts";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/text/shorten.ts";

const campaignNames = ["source", "medium", "campaign", "term", "content"] as const;

/** Click id parameters of Google (the first three), Microsoft, Meta, LinkedIn, X and TikTok. */
const clickIdNames = [
  "gclid",
  "gbraid",
  "wbraid",
  "msclkid",
  "fbclid",
  "li_fat_id",
  "twclid",
  "ttclid",
] as const;

/**
 * Reads a touch from the URL of a page and its referrer.
 * @param page.address the URL of the page on this site, with its query
 * @param page.landingPage the path under which the page is stored, if it differs from the path of the URL
 * @param page.referrer empty without a referrer
 * @returns null if the URL is invalid
 */
export function readTouch(page: {
  address: string;
  landingPage?: string;
  referrer: string;
  at: Date;
  siteUrl: string;
}): Touch | null {
  const address = URL.parse(page.address, page.siteUrl);
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  const searchParams = readParameters(address.search);
  const campaign = Object.fromEntries(
    campaignNames.flatMap((name) => {
      const value = cleanText(searchParams.get(`utm_${name}`), maxStoredBytes.campaignValue);
      return value === "" ? [] : [[name, value]];
    }),
  );
  const kind = clickIdNames.find((name) => cleanText(searchParams.get(name), maxStoredBytes.clickId) !== "");
  return {
    at: page.at.toISOString(),
    landingPage: shortenToBytes(page.landingPage ?? address.pathname, maxStoredBytes.landingPage),
    referrer: readReferrer(page.referrer, address.host),
    campaign,
    clickId:
      kind === undefined ? null : { kind, value: cleanText(searchParams.get(kind), maxStoredBytes.clickId) },
  };
}

/** Whether the touch came from another site or a campaign, and not from a page of this site. */
export function isFromOutside({ referrer, campaign, clickId }: Touch): boolean {
  return referrer !== null || clickId !== null || Object.keys(campaign).length > 0;
}

const maxParameters = 100;

/** Reads the first parameters of a query. A query of 60 KB can have 30,000, and the lookup of each name would compare all of them. */
function readParameters(query: string): URLSearchParams {
  return new URLSearchParams(query.slice(1).split("&", maxParameters).join("&"));
}

/** Removes the query and fragment, which can contain names and search terms. */
function readReferrer(referrer: string, ownHost: string): string | null {
  const url = URL.parse(referrer.slice(0, 2_000));
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === ownHost) return null;
  return cleanText(url.origin + (url.pathname === "/" ? "" : url.pathname), maxStoredBytes.referrer);
}

function cleanText(text: string | null, maxBytes: number): string {
  return shortenToBytes((text ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim(), maxBytes);
}
