import { practice } from "./practice.ts";
import type { LiveEventWords } from "./schema.ts";
import { released } from "./release/release.ts";

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
  when: "If no email arrives",
  what: "Check your spam folder after a day, or write to {email}.",
};

/** The copy about live events. The events themselves (date, seats, link) are stored in the database: "npm run event". */
export const liveEvent: LiveEventWords = released("liveEvent", {
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
      quote: "I’ll show what a $20 million offer leaves in the bank, and I’ll answer your questions myself.",
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
    where: "LinkedIn Live. The link is in your confirmation email. LinkedIn may ask you to sign in.",
    recording: "If the event is recorded, everyone with a seat gets the link by email.",
    cost: "Free, with no product pitch. Afterward we contact you about anything else only if you check a box in the form.",
    seatsLeft: "{seatsLeft} {seats} left.",
    allSeatsLeft: "Reserve one of {capacity} seats",
    moreFields: "Optional: phone, questions, updates",
    otherDates: {
      heading: "Other dates",
      seatsLeft: "{seatsLeft} {seats} left",
      full: "Waiting list",
    },
    closed: {
      reasons: {
        canceled: "The event you chose was canceled.",
        over: "The event you chose has ended.",
        full: "The event you chose has started, and all of its seats are taken.",
      },
      next: "This page shows the next one.",
    },
    benefits: {
      heading: "What you’ll take away",
      note: "Illustrations, not promises. Your CPA and attorney apply them to your company.",
      items: [
        {
          title: "A deadline calendar",
          text: "When each planning choice expires, from five years before a sale to the week after.",
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
    hosts: {
      one: "Your host",
      two: "Your two hosts",
      many: "Your hosts",
      sample: "Sample text: the firm and its people are invented.",
    },
    elsewhere: {
      before: "Prefer to read?",
      link: { path: "/blog/why-plan-before-loi", label: "Why Plan Before the Letter of Intent" },
      after: "covers the main points.",
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
          text: "All {capacity} seats are taken. Join the waiting list, and we’ll email you if a seat opens for you. Seats usually go in order of sign-up.",
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
  confirmation: {
    note: "You can close this page. Everything here is also in your email.",
    kind: "Free live event",
    where: "LinkedIn Live. With a seat, you get the link by email.",
    calendar: {
      heading: "Add to your calendar",
      file: "Apple or other (.ics)",
      google: "Google Calendar",
      outlook: "Outlook",
      details: "The join link is in your confirmation email.",
    },
    next: {
      heading: "What happens next",
      wrongAddress: {
        before: "Wrong email address?",
        link: { path: "/linkedin-live-signup", label: "Register again" },
        after: "with the right one.",
      },
      seat: [
        {
          when: "Check your email",
          what: "The event link and a calendar invite arrive by email within 24 hours, usually within a minute. If they don’t, check your spam folder, write to {email} or call {phone}.",
        },
        {
          when: "Before the event",
          what: "We send reminders a day and an hour before the event, unless that time has passed. You can turn reminders off in any email.",
        },
        {
          when: "If your plans change",
          what: "Use the link in the email to release your seat to the next person on the waiting list.",
        },
      ],
      waiting: [
        {
          when: "When a seat opens",
          what: "Seats usually go in order of sign-up. If one opens for you, we’ll email you the join link and a calendar invite. You don’t need to do anything. The list closes when the event begins.",
        },
        { when: "If your plans change", what: "Use the link in the email to leave the waiting list." },
        noEmail,
      ],
      "next-date": [
        {
          when: "When the date is set",
          what: "We’ll email you once with the date and a link to the form, unless you have opted out of announcements. This doesn’t reserve a seat.",
        },
        { when: "If you change your mind", what: "Use the link in the email to cancel your request." },
        noEmail,
      ],
    },
    share: {
      heading: "Invite your CPA or a partner",
      note: "The event is more useful when the people who advise you hear the same thing.",
      email: "Share by email",
      linkedIn: "Share on LinkedIn",
      device: "Share another way",
      linkLabel: "Or copy the link",
      copy: "Copy link",
      copied: "Link copied",
      subject: "Free live event: {title}",
      body: "I registered for this free {minutes}-minute event on {date} at {time}. {summary}",
      summary: "It covers what an owner should finish before a letter of intent.",
    },
    article: {
      heading: "While you wait, read one article",
      note: "A six-minute read.",
      link: { path: "/blog/why-plan-before-loi", label: "Why Plan Before the Letter of Intent" },
      text: "Which choices a letter of intent takes away, in what order, and what you can still do before you sign one.",
    },
    assessment: {
      heading: "Find your weakest point",
      note: "Seven questions, about three minutes.",
      text: "The Pre-LOI Assessment scores your preparation out of 21 and lists your next steps.",
      link: { path: "/pre-loi-assessment", label: "Take the assessment" },
    },
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
    allSeats: "Limited to {capacity} seats",
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
});
