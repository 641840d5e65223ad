import { randomUUID } from "node:crypto";
import { postRequest } from "./post-request.ts";

/** Requests that each record a visit which was not recorded before, as the visit script sends it from a browser. */
export function visitRequest(port: number): (number: number) => string {
  return (number) =>
    postRequest(
      port,
      "/functions/v1/visitors",
      number,
      {
        id: randomUUID(),
        url: "/faqs?utm_source=linkedin&utm_medium=social",
        referrer: "https://www.linkedin.com/feed/",
        automated: false,
      },
      browserHeaders(port),
    );
}

/**
 * Requests that each bring events which were not sent before.
 * @param visits to which they belong
 * @param each how many in a request
 */
export function eventsRequest(
  port: number,
  visits: readonly string[],
  each: number,
): (number: number) => string {
  const headers = browserHeaders(port);
  return (number) => {
    const now = Date.now();
    const events = Array.from({ length: each }, (_, position) => ({
      id: randomUUID(),
      event_type: position === 0 ? "page_view" : "scroll_depth",
      url: "/faqs",
      timestamp: now - 1_000 * (each - position),
      ...(position === 0 ? { referrer: `http://localhost:${port}/` } : { percentage: 25 }),
      timeOnPage: 1_000 * position,
    }));
    const body = { visit: visits[number % visits.length], sentAt: now, events };
    return postRequest(port, "/functions/v1/tracking-events", number, body, headers);
  };
}

/** What a browser sends along, which costs the server its time as well. */
function browserHeaders(port: number): readonly string[] {
  return [
    "User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Accept-Language: en-US,en;q=0.9",
    "Sec-Fetch-Site: same-origin",
    `Origin: http://localhost:${port}`,
    `Referer: http://localhost:${port}/faqs`,
  ];
}
