import { randomUUID } from "node:crypto";
import { postRequest } from "./post-request.ts";

/** Creates requests that each record a new visit, as the visit script sends them. */
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
 * Creates requests that each contain new events.
 * @param visits the visits of the events
 * @param each the number of events per request
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

/** Typical headers of a browser, which take the server time to parse. */
function browserHeaders(port: number): readonly string[] {
  return [
    "User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Accept-Language: en-US,en;q=0.9",
    "Sec-Fetch-Site: same-origin",
    `Origin: http://localhost:${port}`,
    `Referer: http://localhost:${port}/faqs`,
  ];
}
