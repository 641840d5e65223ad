import type { Touch } from "#app/data/schema/visitors.ts";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/shorten.ts";

const campaignNames = ["source", "medium", "campaign", "term", "content"] as const;

/** Marks that advertisers put on the addresses of their links: Google, Google (apps, web to app), Microsoft, Meta, LinkedIn, X, TikTok. */
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
 * Where a browser came from, read from the address that it reached and the page that led it there.
 * @param page.address of our own page, with its query
 * @param page.landingPage the path under which the page is stored, if it differs from the path of the URL
 * @param page.referrer what the browser says led there; empty where nothing did
 * @returns null where the address is none of ours
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
  const { searchParams } = address;
  const campaign = Object.fromEntries(
    campaignNames.flatMap((name) => {
      const value = plain(searchParams.get(`utm_${name}`), maxStoredBytes.campaignValue);
      return value === "" ? [] : [[name, value]];
    }),
  );
  const kind = clickIdNames.find((name) => plain(searchParams.get(name), maxStoredBytes.clickId) !== "");
  return {
    at: page.at.toISOString(),
    landingPage: shortenToBytes(page.landingPage ?? address.pathname, maxStoredBytes.landingPage),
    referrer: readReferrer(page.referrer, address.host),
    campaign,
    clickId:
      kind === undefined ? null : { kind, value: plain(searchParams.get(kind), maxStoredBytes.clickId) },
  };
}

/** Whether something outside the site led there: such a touch counts, another is just the next page. */
export function isFromOutside({ referrer, campaign, clickId }: Touch): boolean {
  return referrer !== null || clickId !== null || Object.keys(campaign).length > 0;
}

/** Its query and fragment stay behind: other sites put names and searches there. */
function readReferrer(referrer: string, ownHost: string): string | null {
  const url = URL.parse(referrer.slice(0, 2_000));
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === ownHost) return null;
  return plain(url.origin + (url.pathname === "/" ? "" : url.pathname), maxStoredBytes.referrer);
}

function plain(text: string | null, maxBytes: number): string {
  return shortenToBytes((text ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim(), maxBytes);
}
