import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { EventConfirmation } from "#app/events/confirmation-page/event-confirmation.tsx";
import { EventSignupForm } from "#app/events/signup-page/event-signup-form.tsx";
import { EventSignupPage } from "#app/events/signup-page/event-signup-page.tsx";
import { eventSignupNotices, outcomeMessages } from "#app/events/signup/event-signup.messages.ts";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";
import { createSignupView } from "#app/events/signup-page/event-view.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { EventBadge } from "#app/site/live-event/event-badge.tsx";
import { practice } from "#content/practice.ts";
import { aLiveEvent, readEventsAt } from "#tests/kit/an-event.ts";
import { elementsIn, linksIn, specifiedPartOf, wordsOf } from "./markup.ts";

/** The event of specification section 9. */
const specified = aLiveEvent({ startsAt: new Date("2025-08-21T17:00:00Z") });

/** Renders the confirmation before the event. */
function confirmationOf(outcome: SignUpOutcome): string {
  const events = readEventsAt(new Date("2025-08-01T12:00:00Z"), [specified]);
  const { event } = createSignupView(events);
  const scripts = { loader: "/l.js", island: "/i.js" };
  return renderToStaticMarkup(
    <EventConfirmation outcome={outcome} event={event} siteUrl="https://www.example.com" scripts={scripts} />,
  );
}

/** Renders the page at a time. */
function pageAt(moment: string, events: readonly LiveEvent[]): string {
  const view = createSignupView(readEventsAt(new Date(moment), events));
  return renderToStaticMarkup(
    <EventSignupPage
      view={view}
      years={32}
      scripts={{ loader: "/l.js", island: "/i.js" }}
      form={{ formToken: "token" }}
    />,
  );
}

const props = { formToken: "token", copy: { promise: "", moreFields: "" }, path: "/linkedin-live-signup" };
const before = pageAt("2025-08-01T12:00:00Z", [specified]);

describe("specification section 2, live event signup", () => {
  test("the hero announces a free live video, its day, 12:00 PM and 45 minutes", () => {
    expect(wordsOf(before)).toContain("A free live video event");
    // The correct time-zone abbreviation for the date; the specification says CST (docs/decisions).
    expect(wordsOf(before)).toContain("When Thursday, August 21, 2025, 12:00 PM CDT");
    expect(wordsOf(before)).toContain("45 minutes");
  });

  test("the closing heading counts the seats from the first one taken", () => {
    const untouched = pageAt("2025-08-01T12:00:00Z", [{ ...specified, seatsTaken: 0 }]);
    expect(elementsIn(untouched, "h2").at(-1)).toBe("Reserve one of 100 seats");
    expect(elementsIn(before, "h2").at(-1)).toBe("37 seats left of 100");
    const closing = before.slice(before.lastIndexOf("<h2"));
    expect(wordsOf(closing)).toContain("Thursday, August 21, 2025, 12:00 PM CDT");
    expect(wordsOf(untouched)).not.toContain("100 seats left");
  });

  test("the printed page names the address of the form and the phone", () => {
    expect(wordsOf(before)).toContain(
      `Reserve My Spot: www.example.com/linkedin-live-signup, or call ${practice.phone.display}.`,
    );
  });

  test("the card: attendance limited to 100", () => {
    expect(wordsOf(before)).toContain("Reserve a seat Attendance is limited to 100. 37 seats left.");
  });

  test("fields: full name, email, phone, questions, topics", () => {
    const form = specifiedPartOf(before);
    expect(elementsIn(form, "label")).toEqual([
      "Full name",
      "Email",
      "Phone (optional)",
      "Questions (optional)",
      "Topics (optional)",
    ]);
    const names = [...form.matchAll(/<(?:input|textarea) [^>]*?name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(["name", "email", "phone", "questions", "topics"]);
  });

  test("three benefit cards, two host biographies", () => {
    const [benefits = ""] = /<ol class="event-benefits.*?<\/ol>/s.exec(before) ?? [];
    expect(elementsIn(benefits, "h3")).toHaveLength(3);
    const [hosts = ""] = /<ul class="event-hosts.*?<\/ul>/s.exec(before) ?? [];
    expect(elementsIn(hosts, "h3")).toHaveLength(2);
    expect(wordsOf(hosts)).toContain("32+ years");
    expect(wordsOf(hosts)).toContain(practice.advisor.credential.name);
    expect(wordsOf(hosts)).toMatch(/“I[ ’][^”]+”/);
    expect(wordsOf(before)).not.toMatch(/[{}]/);
  });

  test("a closing button scrolls to the form", () => {
    const [link] = linksIn(before).filter(({ words }) => words === "Reserve My Spot");
    expect(link?.href).toBe("#register");
    expect(/<section[^>]* id="register".*?<\/section>/s.exec(before)?.[0]).toContain("<form");
  });

  test("the button reads Reserve My Spot, and Registering... while submitting", () => {
    expect(elementsIn(before, "button")).toEqual(["Reserve My Spot"]);
    expect(elementsIn(renderToStaticMarkup(<EventSignupForm {...props} isSubmitting />), "button")).toEqual([
      "Registering...",
    ]);
  });

  test("the confirmation: link and invite by email within 24 hours, and a link to the homepage", () => {
    const html = confirmationOf("seat");
    expect(wordsOf(html)).toContain("The event link and a calendar invite arrive by email within 24 hours");
    expect(linksIn(html)).toContainEqual({ words: "Return to the homepage", href: "/", opensNewTab: false });
  });
});

describe("specification section 8, live event signup", () => {
  test("success: 'Registration Successful!'", () => {
    const html = confirmationOf("seat");
    expect(elementsIn(html, "h1")).toEqual(["Registration Successful!"]);
    expect(wordsOf(html)).toContain("You'll receive LinkedIn Live details via email shortly.");
  });

  test("failure: 'Registration Failed', destructive", () => {
    const notice = eventSignupNotices.failed("the connection was lost");
    expect(notice).toEqual({
      title: "Registration Failed",
      description: "Error: the connection was lost. Please try again or contact support.",
    });
    expect(renderToStaticMarkup(<EventSignupForm {...props} notice={notice} />)).toContain('role="alert"');
  });
});

describe("specification section 5, live event signup", () => {
  const fields = { name: "Ada Byron", email: "ada@example.com" };

  test.each([
    ["name", "A", "Name must be at least 2 characters"],
    ["name", "", "Name must be at least 2 characters"],
    ["email", "ada at example.com", "Please enter a valid email address"],
    ["email", "", "Please enter a valid email address"],
  ])("%s %j: '%s'", (field, value, message) => {
    const read = parse({ ...fields, [field]: value });
    expect(read.ok ? {} : read.fieldErrors).toEqual({ [field]: message });
  });

  test("phone, questions and topics are optional", () => {
    expect(parse(fields)).toEqual({
      ok: true,
      value: { ...fields, phone: null, questions: null, topics: null },
    });
  });
});

describe("the page in every state of the event", () => {
  const full = { ...specified, seatsTaken: 100 };
  const begun = "2025-08-21T17:10:00Z";
  const after = "2025-08-21T17:45:00Z";

  test.each([
    ["upcoming", before, "Reserve a seat", "37 seats left of 100", "Reserve My Spot"],
    [
      "full",
      pageAt("2025-08-01T12:00:00Z", [full]),
      "Join the waiting list",
      "All 100 seats are taken. Join the waiting list",
      "Join the waiting list",
    ],
    [
      "live, with seats",
      pageAt(begun, [specified]),
      "Join now",
      "The event is live now and seats are available. Sign up and we’ll email you the link.",
      "Reserve My Spot",
    ],
    [
      "live, without",
      pageAt(begun, [full]),
      "Notify me about the next event",
      "The event is live now and all 100 seats are taken.",
      "Notify me",
    ],
    [
      "past",
      pageAt(after, [specified]),
      "Notify me about the next event",
      "This event has ended. Enter your email and we’ll tell you when the next date is set.",
      "Notify me",
    ],
    [
      "none",
      pageAt(after, []),
      "Notify me about the next event",
      "Next event: date to be announced",
      "Notify me",
    ],
  ])(
    "%s: the form accepts people, names its purpose and keeps the privacy line",
    (_, html, card, words, link) => {
      expect(elementsIn(html, "h2")[0]).toBe(card);
      expect(wordsOf(html)).toContain(words);
      expect(elementsIn(html, "button")).toEqual(["Reserve My Spot"]);
      expect(wordsOf(html)).toContain("You can unsubscribe at any time.");
      expect(linksIn(html)).toContainEqual({ words: link, href: "#register", opensNewTab: false });
      expect(wordsOf(html)).not.toMatch(/[{}]|undefined|NaN/);
      expect(html).not.toContain(specified.joinUrl);
    },
  );

  test("questions go to the hosts if there is an event to sign up for", () => {
    expect(wordsOf(before)).toContain("The hosts will answer as many as time allows.");
    for (const html of [pageAt(begun, [full]), pageAt(after, [specified]), pageAt(after, [])]) {
      expect(wordsOf(html)).toContain("What would you like to ask?");
      expect(wordsOf(html)).not.toContain("The hosts will answer");
    }
  });

  test("without scripting, the time is stated in the four US time zones", () => {
    expect(wordsOf(before)).toContain(
      "Thursday, August 21, 2025, 12:00 PM CDT 1:00 PM EDT, 11:00 AM MDT, 10:00 AM PDT",
    );
    expect(wordsOf(before)).not.toContain("Your time");
  });

  test("the benefit cards are the only list of contents, and the form precedes the facts", () => {
    for (const topic of specified.topics) expect(wordsOf(before)).not.toContain(topic);
    expect(before.indexOf("<form")).toBeLessThan(before.indexOf("<dl"));
    expect(before.match(/<[ou]l\b/g)).toHaveLength(2);
  });

  test("an event with its own hosts, topics and summary shows them in place of the standard text", () => {
    const ties = "She is not a client. No one is paid, and we have no agreement to refer clients.";
    const own = aLiveEvent({
      startsAt: specified.startsAt,
      summary: "What a buyer’s accountant looks for first.",
      hosts: ["whitfield"],
      ownHosts: [
        {
          name: "Dana Ruiz",
          role: "Tax partner, guest",
          biography: "She prices earn-outs.",
          isGuest: true,
          ties,
        },
      ],
      topics: ["Price", "Terms", "Tax", "Your questions"],
      topicDescriptions: ["What a buyer pays for.", "What a buyer keeps back.", "What you keep."],
    });
    const html = pageAt("2025-08-01T12:00:00Z", [own]);
    const words = wordsOf(html);
    expect(words).toContain("What a buyer’s accountant looks for first.");
    expect(words).toContain("Price What a buyer pays for. Terms What a buyer keeps back. Tax What you keep.");
    expect(words).toContain(`Dana Ruiz Tax partner, guest She prices earn-outs. ${ties}`);
    expect(words).not.toMatch(/\$20 million|Marcus Bell|covers the same ground/);
    const [benefits = ""] = /<ol class="event-benefits.*?<\/ol>/s.exec(html) ?? [];
    expect(elementsIn(benefits, "h3")).toHaveLength(3);
    expect(elementsIn(html, "h2")).toContain("Your two hosts");
  });

  test("an event that is over shows its day and neither seats nor the visitor’s time", () => {
    const html = pageAt(after, [specified]);
    expect(wordsOf(html)).toContain("Thursday, August 21, 2025");
    expect(html).not.toContain("data-visitor-time");
    expect(wordsOf(html)).not.toMatch(/seats? left/);
  });

  test("the event of August 2025 is past today", () => {
    expect(wordsOf(pageAt("2026-11-21T12:00:00Z", [specified]))).toContain("This event has ended.");
  });

  test("only the confirmation of a seat says that a seat was reserved", () => {
    expect(outcomeMessages.waiting.title).toBe("You are on the waiting list");
    expect(outcomeMessages["next-date"].title).toBe("We’ll notify you about the next event");
    for (const outcome of ["waiting", "next-date"] as const) {
      const html = confirmationOf(outcome);
      expect(wordsOf(html)).not.toMatch(/Registration Successful|within 24 hours/);
    }
  });
});

describe("specification section 2, promo badge", () => {
  test("names Aug 21 2025 at 12:00 PM and leads to /linkedin-live-signup", () => {
    const html = renderToStaticMarkup(<EventBadge phase="upcoming" {...specified} />);
    const [link] = linksIn(html);
    expect(link?.href).toBe("/linkedin-live-signup");
    expect(link?.words).toBe(`Live event ${specified.title} Aug 21, 2025 at 12:00 PM CDT Reserve a seat`);
  });
});

function parse(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return parseForm(eventSignupSchema, data);
}
