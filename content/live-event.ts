import { practice } from "./practice.ts";
import type { LiveEventWords } from "./schema.ts";

const about =
  "A free live video on LinkedIn for owners who may sell a company worth $10M or more: what to finish before a buyer writes to you, worked through on one sale. No product is offered. We are an advisory firm. Afterward we contact you about anything else only if you check a box in the form.";

const wish = {
  card: {
    title: "Tell me the next date",
    text: "There is no seat to reserve yet. Send this, and we write once, when the next date is set. Attendance is limited; that e-mail says how to reserve a seat.",
  },
  promise: "We will confirm by e-mail. You can unsubscribe at any time.",
  toForm: "Tell me the next date",
};

const noEmail = {
  when: "If no e-mail comes",
  what: `If nothing has come within a day, check your spam folder or write to ${practice.email}.`,
};

/** The copy about live events. The events themselves (date, seats, link) are stored in the database: `npm run event`. */
export const liveEvent: LiveEventWords = {
  sample: {
    title: "Before the letter of intent",
    topics: [
      "Which decision has which last day",
      "One $10M sale, line by line",
      "Six papers to have in the drawer",
      "Your questions",
    ],
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
  },
  hosts: [
    {
      key: "whitfield",
      name: practice.advisor.name,
      role: practice.advisor.role,
      biography:
        "{years}+ years of fiduciary practice, most of it with owners in Central Texas before, during and after a sale.",
    },
    {
      key: "bell",
      name: "Marcus Bell, JD",
      role: "Deal counsel, our guest",
      biography: "Reads letters of intent for sellers of private companies, and marks one up on screen.",
      ties: "Not a client of ours. Neither of us is paid for the event or for referrals, and we have no agreement to exchange them. Each of us may gain clients from it.",
    },
  ],
  page: {
    kind: "Free live video",
    untitled: "The next live video has no date yet",
    length: "{minutes} minutes, your questions last",
    cost: "None; no product is offered",
    counted: "Counted as you opened this page.",
    benefits: {
      heading: ["things you will see"],
      items: [
        {
          title: "A calendar",
          text: "Which decision has which last day, from five years before a sale to the week after.",
        },
        {
          title: "A worked sale",
          text: "Ten million dollars, line by line: the tax with nothing in place, and with plans made years before. An illustration, not a promise.",
        },
        {
          title: "A list of six papers",
          text: "What to have in the drawer before anyone signs anything.",
        },
      ],
    },
    hosts: { one: "host", many: "hosts" },
    elsewhere: {
      text: "To read before it, or instead:",
      link: {
        path: "/blog/why-plan-before-loi",
        label: "what a letter of intent closes, and in which order",
      },
    },
    states: {
      upcoming: {
        lead: about,
        card: { title: "Reserve a seat", text: "Attendance is limited to {capacity}." },
        promise:
          "The event link and a calendar invite arrive by e-mail within 24 hours, as a rule within a minute. You can unsubscribe at any time.",
        closing: ["left, of {capacity} seats."],
        toForm: "Reserve My Spot",
      },
      full: {
        lead: about,
        card: {
          title: "Join the waiting list",
          text: "Attendance is limited to {capacity}, and every seat is taken. One that is given up goes to whoever has waited longest.",
        },
        promise:
          "We will confirm your place on the list by e-mail; the event link and a calendar invite come with a seat. You can unsubscribe at any time.",
        closing: ["seats, every one taken.", "The waiting list is open."],
        toForm: "Join the waiting list",
      },
      live: {
        lead: "It has begun, and there are seats left. Sign up, and the link to join arrives by e-mail.",
        card: {
          title: "Join now",
          text: "Attendance is limited to {capacity}.",
        },
        promise: "The link arrives by e-mail, as a rule within a minute. You can unsubscribe at any time.",
        closing: ["left, of {capacity} seats.", "It has begun."],
        toForm: "Reserve My Spot",
      },
      liveFull: {
        ...wish,
        card: {
          ...wish.card,
          text: "Attendance is limited to {capacity}, and every seat is taken. Send this, and we write once, when the next date is set.",
        },
        lead: "It has begun, and every seat is taken. Leave your address, and we write once when the next date is set.",
        closing: ["seats, every one taken.", "When another date is set, it is announced here."],
      },
      past: {
        ...wish,
        lead: "This live video is over, and no other date is set yet. Leave your address, and we write once when it is.",
        closing: ["The next date, by e-mail."],
      },
      none: {
        ...wish,
        lead: "A free live video for owners who may sell a company worth $10M or more, with time for your questions. Leave your address, and we write once when the date is set.",
        closing: ["The next date, by e-mail."],
      },
    },
  },
  next: {
    heading: "What happens next",
    seat: [
      {
        when: "Before it begins",
        what: "If you sign up early enough, a reminder the day before and one an hour before, unless you have stopped reminders.",
      },
      {
        when: "If your plans change",
        what: "A link in the e-mail gives up your seat. Until the event begins, it goes to the next person waiting, if there is one.",
      },
      noEmail,
      {
        when: "If it has begun, or is about to",
        what: `Check your spam folder after five minutes, or call ${practice.phone.display}.`,
      },
    ],
    waiting: [
      {
        when: "When a seat opens for you",
        what: "The link to join and a calendar invite arrive by e-mail. There is nothing more to fill in. The list closes when the event begins.",
      },
      { when: "If your plans change", what: "A link in the e-mail takes you off the list." },
      noEmail,
    ],
    "next-date": [
      {
        when: "When the date is set",
        what: "Seats go in order of sign-up. The e-mail will link to the form; it does not reserve a seat.",
      },
      { when: "If your plans change", what: "A link in the e-mail cancels your request." },
      noEmail,
    ],
  },
  badge: {
    label: "Live event",
    upcoming: "Reserve a seat",
    full: "Join the waiting list",
    live: "Live now",
  },
  band: {
    heading: "Free live event: {title}",
    length: "{minutes} minutes on LinkedIn Live, including your questions.",
    seats: "{seatsLeft} of {capacity} seats left",
    noSeats: "All {capacity} seats are taken. The waiting list is open.",
    buttons: {
      upcoming: "Reserve a seat",
      full: "Join the waiting list",
      live: "Live now. Join",
    },
    none: {
      heading: "Free live event for business owners",
      text: "No date is set yet. We’ll email you once when it is.",
      button: "Get notified about the next event",
    },
  },
};
