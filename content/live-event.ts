import { practice } from "./practice.ts";
import type { LiveEventWords } from "./schema.ts";

const about =
  "A free live video event for owners: what to finish before a buyer’s offer arrives, worked line by line on a $20 million manufacturer.";

const nextDate = {
  card: {
    title: "Notify me about the next event",
    text: "We’ll email you once when the next date is set. This doesn’t reserve a seat.",
  },
  promise: "We’ll confirm your request by email. You can unsubscribe at any time.",
  closing: "Hear about the next event by email",
  toForm: "Notify me",
};

const noEmail = {
  when: "If no e-mail comes",
  what: `If nothing has come within a day, check your spam folder or write to ${practice.email}.`,
};

/** The copy about live events. The events themselves (date, seats, link) are stored in the database: `npm run event`. */
export const liveEvent: LiveEventWords = {
  sample: {
    title: "Before the Letter of Intent",
    topics: [
      "A deadline calendar",
      "A $20 million sale, line by line",
      "Six documents to have ready",
      "Your questions",
    ],
    joinUrl: "https://live.example.com/before-the-letter-of-intent",
  },
  hosts: [
    {
      key: "whitfield",
      name: practice.advisor.name,
      role: `${practice.advisor.role}, ${practice.firmName}`,
      biography:
        "A fiduciary for {years}+ years, she works with owners in Central Texas before, during and after a sale.",
      link: { path: "/about", label: "Her background" },
    },
    {
      key: "bell",
      name: "Marcus Bell, JD",
      role: "Deal attorney, guest",
      biography:
        "He reviews letters of intent for sellers of private companies and will mark one up on screen.",
      ties: "He is not a client of ours. No one is paid for the event or for referrals, and we have no agreement to refer clients to each other. Each of us may gain clients from it.",
    },
  ],
  page: {
    untitled: "Next event: date to be announced",
    length: "{minutes} minutes, including your questions",
    where: "LinkedIn Live. The link is in your confirmation email.",
    cost: "Free. No product is offered. We are an advisory firm. Afterward we contact you about anything else only if you check a box in the form.",
    seatsLeft: "{seatsLeft} {seats} left.",
    moreFields: "Add a phone number, question or topic (optional)",
    benefits: {
      heading: "What you’ll take away",
      note: "Illustrations, not promises. Your CPA and attorney apply them to your company.",
      items: [
        {
          title: "A deadline calendar",
          text: "Which planning decisions close when, from five years before a sale to the week after.",
        },
        {
          title: "A worked sale",
          text: "A $20 million S corporation from offer to bank account: asset or stock sale, recapture and rollover.",
        },
        {
          title: "A document checklist",
          text: "The six documents to have ready before you sign a letter of intent.",
        },
      ],
    },
    hosts: { one: "Your host", two: "Your two hosts", many: "Your hosts" },
    elsewhere: {
      before: "Prefer to read?",
      link: { path: "/blog/why-plan-before-loi", label: "Why Plan Before the Letter of Intent" },
      after: "covers the same ground.",
    },
    states: {
      upcoming: {
        lead: about,
        card: { title: "Reserve a seat", text: "Attendance is limited to {capacity}." },
        promise:
          "The event link and a calendar invite arrive by email within 24 hours, usually within a minute. You can unsubscribe at any time.",
        closing: "{seats} left of {capacity}",
        toForm: "Reserve My Spot",
      },
      full: {
        lead: about,
        card: {
          title: "Join the waiting list",
          text: "All {capacity} seats are taken. Join the waiting list, and you get the next seat that opens, in order of sign-up.",
        },
        promise:
          "We’ll email you to confirm your waiting-list position. The event link and a calendar invite follow with a seat. You can unsubscribe at any time.",
        closing: "seats are taken. The waiting list is open.",
        toForm: "Join the waiting list",
      },
      live: {
        lead: "The event is live now and seats are available. Sign up and we’ll email you the link.",
        card: { title: "Join now", text: "Attendance is limited to {capacity}." },
        promise: "The link arrives by email, usually within a minute. You can unsubscribe at any time.",
        closing: "{seats} left of {capacity}. The event is live now.",
        toForm: "Reserve My Spot",
      },
      liveFull: {
        ...nextDate,
        lead: "The event is live now and all {capacity} seats are taken. Enter your email and we’ll tell you when the next date is set.",
      },
      past: {
        ...nextDate,
        lead: "This event has ended. Enter your email and we’ll tell you when the next date is set.",
      },
      none: {
        ...nextDate,
        lead: "A free live video event for owners who may sell a company worth $10 million or more, with time for your questions. Enter your email and we’ll tell you when the date is set.",
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
  slip: { label: "Free live event" },
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
