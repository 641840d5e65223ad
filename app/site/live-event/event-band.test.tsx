import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { toPromotedEvent } from "./promoted-event.ts";
import { EventBand } from "./event-band.tsx";

const event = {
  title: "Before the letter of intent",
  startsAt: new Date("2026-12-17T18:00:00Z"),
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 100,
};

const markup = (phase: "upcoming" | "full" | "live", seatsLeft: number) =>
  renderToStaticMarkup(<EventBand promoted={toPromotedEvent({ phase, event, seatsLeft })} />);

describe("the event band", () => {
  it("states title, date, time zone, length and seats, and leads to the sign-up", () => {
    const html = markup("upcoming", 54);
    const words = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
    expect(words).toContain("Free live event: Before the letter of intent");
    expect(words).toContain("17 Thursday December 2026");
    expect(words).toContain("12:00 PM CST. 45 minutes");
    expect(words).toContain("54 of 100 seats left");
    expect(html).toMatch(/href="\/linkedin-live-signup">Reserve a seat</);
  });

  it("states only the capacity before the first sign-up, without a drawing of empty squares", () => {
    expect(markup("upcoming", 100)).toContain("Limited to 100 seats");
    expect(markup("upcoming", 100)).not.toContain("100 of 100");
    expect(markup("upcoming", 100)).not.toContain("<svg");
  });

  it("draws each seat once, taken or free", () => {
    const html = markup("upcoming", 54);
    const squares = (kind: string) =>
      new RegExp(`class="${kind}" d="([^"]*)"`).exec(html)?.[1]?.match(/h6v6h-6z/g)?.length ?? 0;
    expect([squares("taken"), squares("free")]).toEqual([46, 54]);
  });

  it("offers the waiting list when all seats are taken, and the next date without an event", () => {
    expect(markup("full", 0)).toContain("Join the waiting list");
    expect(markup("full", 0)).toContain("All 100 seats are taken");
    const none = renderToStaticMarkup(<EventBand promoted={toPromotedEvent({ phase: "past", event })} />);
    expect(none).toContain("Get notified about the next event");
  });
});
