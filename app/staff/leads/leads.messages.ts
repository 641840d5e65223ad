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

export const longTextTexts = { less: "Show less" } as const;
