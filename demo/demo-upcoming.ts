import { liveEvent } from "#content/live-event.ts";

/** An upcoming event of the demo with a guest, topics and a summary of its own. It is full, so that it has a waiting list. */
export const upcomingEvent = {
  title: "What a buyer’s accountant finds",
  summary:
    "A free live video event for owners: how a buyer’s accountant reads your books, and what to correct a year before you sell.",
  capacity: 40,
  hosts: liveEvent.hosts.slice(0, 1).map(({ key }) => key),
  ownHosts: [
    {
      name: "Renata Solis, CPA",
      role: "Partner for quality of earnings, guest",
      biography:
        "She has examined the books of 60 companies for their buyers, and shows which findings lower a price.",
      isGuest: true,
      ties: "She is not a client. No one is paid for the event or for referrals, and we have no agreement to refer clients to each other. Each of us may gain clients from it.",
    },
  ],
  topics: [
    {
      title: "Adjusted earnings",
      description: "Which add-backs a buyer accepts, and the papers that support each of them.",
    },
    {
      title: "Working capital",
      description: "How the target is set, and why it moves the price after the letter of intent.",
    },
    {
      title: "The first request list",
      description: "The 20 documents that arrive first, and how long an owner needs for each.",
    },
    { title: "Your questions", description: "" },
  ],
} as const;
