/** What stands where a person gave nothing (specification section 2). */
export const missing = {
  phone: "Not provided",
  questions: "None provided",
  topics: "None provided",
  ipAddress: "Unknown",
} as const;

/** Heads of the four tables (specification section 2). */
export const columnsOf = {
  assessments: ["Name", "Email", "Phone", "Score", "Level", "Date"],
  signups: ["Name", "Email", "Phone", "Questions", "Topics", "Date"],
  visitors: ["Name", "Email", "Source", "IP Address", "Date"],
  tracking: ["Event Type", "URL", "Timestamp", "Details"],
} as const;

/** What is said where a list has nothing at all (specification section 2). */
export const emptyTexts = {
  assessments: "No assessments found.",
  signups: "No LinkedIn Live signups found.",
  visitors: "No visitor data found. Visitor tracking is ready but no data has been captured yet.",
  tracking: "No recent tracking events available.",
} as const;

/** Beside a visit that seems not to be a person’s. */
export const trafficTags = { unsure: "Perhaps a bot", machine: "Bot" } as const;

/** What a tracking event tells (specification section 2). */
export const eventDetails = {
  scrolled: (percent: number) => `${percent}% scroll`,
  idle: (seconds: number) => `${seconds}s idle`,
  visited: "Page visited",
  pressed: (target: string) => `Pressed “${target}”`,
  booked: (target: string) => `Went to book: “${target}”`,
  /** Where the browser did not say. */
  unknown: {
    scrolled: "Scrolled",
    idle: "Idle",
    pressed: "Pressed a link or button",
    booked: "Went to book",
  },
} as const;

/** Words of what narrows the lists down. */
export const filterTexts = {
  labels: {
    search: "Search",
    level: "Level",
    event: "Event",
    state: "Place",
    source: "Source",
    class: "Visitor",
    type: "Event type",
    page: "Page",
    visit: "Visit",
  },
  hints: {
    person: "Name, email or phone",
    identified: "Name or email, among visitors who gave one",
    source: "As the list shows it, for example Direct",
    page: "What follows the name of the site, for example /faqs",
    visit: "Filled in when you follow the name of an anonymous visitor",
  },
  sorts: {
    newest: { value: "newest", label: "Newest first" },
    oldest: { value: "oldest", label: "Oldest first" },
    highest: { value: "highest", label: "Highest score first" },
    lowest: { value: "lowest", label: "Lowest score first" },
    name: { value: "name", label: "Name" },
  },
  states: {
    seat: "Has a seat",
    waiting: "On the waiting list",
    cancelled: "Canceled",
    "next-date": "Wants to hear of the next date",
    told: "Was told of the next date",
    repeat: "Signed up again",
  },
  classes: { person: "A person", unsure: "Perhaps a bot", machine: "A bot" },
  types: {
    page_view: "Page visited",
    scroll_depth: "Scrolled",
    user_idle: "Idle",
    call_to_action: "Pressed a call to action",
    booking_click: "Went to book",
  },
} as const;

/** Words around a list on its own page. */
export const viewAllTexts = { back: "Back to the dashboard" } as const;
