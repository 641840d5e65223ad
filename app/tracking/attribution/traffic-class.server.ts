import { isbotMatch } from "isbot";
import type { TrafficClass } from "#app/data/schema/visitors.ts";

/** The traffic class, and the reason if it is not a person. */
export type Classified = { trafficClass: TrafficClass; classReason: string | null };

/**
 * Distinguishes people from programs by what clients declare: robots name themselves, and automated browsers report it. A client that does
 * not identify itself counts as a person. Only statistics depend on the class.
 * @param isAutomated whether the browser reports that it is automated
 */
export function classifyTraffic(headers: Headers, isAutomated = false): Classified {
  const userAgent = headers.get("user-agent") ?? "";
  if (userAgent.trim() === "") return classifyAsMachine("names no browser");
  const mark = findRobotMark(userAgent);
  if (mark !== null) return classifyAsMachine(`user agent says ${mark.slice(0, 60)}`);
  if (isAutomated) return classifyAsMachine("a browser driven by a program");
  // All browsers send Accept-Language, and all since 2023 send Sec-Fetch-Site.
  if (headers.get("sec-fetch-site") === null && headers.get("accept-language") === null) {
    return { trafficClass: "unsure", classReason: "without the headers of a browser" };
  }
  return { trafficClass: "person", classReason: null };
}

function classifyAsMachine(classReason: string): Classified {
  return { trafficClass: "machine", classReason };
}

const knownMarks = new Map<string, string | null>();
/** Bounds the cache. A few hundred user agents are in use, and strangers invent others. */
const maxKnownMarks = 1_000;
/** Longer than any browser’s user agent. Strangers may send 16 KB, and the search time grows faster than the length. */
const maxUserAgentLength = 500;

/** The part of a user agent that names a robot. Cached, because the search is a large part of the cost of a visit. */
function findRobotMark(sent: string): string | null {
  const userAgent = sent.slice(0, maxUserAgentLength);
  const known = knownMarks.get(userAgent);
  if (known !== undefined) return known;
  const mark = isbotMatch(userAgent);
  if (knownMarks.size >= maxKnownMarks) knownMarks.clear();
  knownMarks.set(userAgent, mark);
  return mark;
}
