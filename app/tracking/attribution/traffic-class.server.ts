import { isbotMatch } from "isbot";
import type { TrafficClass } from "#app/data/schema/visitors.ts";

/** Who seems to be at the other end, and why it is not counted as a person. */
export type Classified = { trafficClass: TrafficClass; classReason: string | null };

/**
 * Tells people from programs by what they say of themselves: good robots name themselves, and browsers driven by a program
 * admit it. Who lies well is taken for a person; nothing that is refused or shown depends on it, only what is counted.
 * @param isAutomated whether the browser's own script found it to be driven by a program
 */
export function classifyTraffic(headers: Headers, isAutomated = false): Classified {
  const userAgent = headers.get("user-agent") ?? "";
  if (userAgent.trim() === "") return machine("names no browser");
  const mark = robotMarkIn(userAgent);
  if (mark !== null) return machine(`user agent says ${mark.slice(0, 60)}`);
  if (isAutomated) return machine("a browser driven by a program");
  // Every browser since 2023 sends the first, and all of them the second.
  if (headers.get("sec-fetch-site") === null && headers.get("accept-language") === null) {
    return { trafficClass: "unsure", classReason: "without the headers of a browser" };
  }
  return { trafficClass: "person", classReason: null };
}

function machine(classReason: string): Classified {
  return { trafficClass: "machine", classReason };
}

const knownMarks = new Map<string, string | null>();
/** There are some hundreds of browsers about, and strangers make up others. */
const mostKnownMarks = 1_000;
/** Longer than any browser’s user agent. Strangers may send 16 KB, and the search time grows faster than the length. */
const maxUserAgentLength = 500;

/** What in a user agent names a robot. Remembered, since to look for it is a good part of what a visit costs. */
function robotMarkIn(sent: string): string | null {
  const userAgent = sent.slice(0, maxUserAgentLength);
  const known = knownMarks.get(userAgent);
  if (known !== undefined) return known;
  const mark = isbotMatch(userAgent);
  if (knownMarks.size >= mostKnownMarks) knownMarks.clear();
  knownMarks.set(userAgent, mark);
  return mark;
}
