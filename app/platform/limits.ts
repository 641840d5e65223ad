/**
 * The longest values we accept, in characters. Forms and endpoints read them here; the tables repeat them
 * in their checks, and `app/data/schema.db.test.ts` holds the two equal.
 */
export const maximumLength = {
  name: 200,
  email: 254,
  phone: 40,
  freeText: 4_000,
} as const;

/** The most tracking events that one visit keeps. Later ones are dropped. */
export const maxEventsPerVisit = 500;

/** Longer values are shortened before they are stored, in bytes of UTF-8: what counts is the disk space they take. */
export const maxStoredBytes = {
  userAgent: 300,
  referrer: 200,
  landingPage: 200,
  /** Each of source, medium, campaign, term and content. */
  campaignValue: 100,
  clickId: 200,
  /** The label of a visit's source, or of what was pressed. */
  label: 200,
} as const;

/** The largest request body we read, in bytes. */
export const maximumBodyBytes = 64 * 1024;

/** How often something may be done within a stretch of time, counted from its full minutes, tens of minutes or hours. */
export type AttemptLimit = { most: number; windowMinutes: number };

/**
 * The table of limits. All processes count together, in table `rate_limits`. An office, or a household with IPv6, shares one network
 * address: beyond a limit of `immediate` the mailbox has to be confirmed, and only far above that is a form refused. A mailbox is never
 * refused: a stranger may have typed its address.
 */
export const attemptLimits = {
  /** Forms of one kind from one network address that are accepted without confirmation. */
  immediateByAddress: { most: 10, windowMinutes: 10 },
  /** The same for one mailbox. */
  immediateByMailbox: { most: 10, windowMinutes: 60 },
  /** All forms from one network address in a day that are accepted without confirmation. */
  immediateByAddressDaily: { most: 50, windowMinutes: 1_440 },
  /** All forms from one network address. */
  refusedByAddress: { most: 200, windowMinutes: 10 },
  /** Submissions of one network address that are quarantined. More are refused, because they would not be stored. */
  heldByAddress: { most: 110, windowMinutes: 1_440 },
  /** Submissions of all network addresses together that are quarantined. */
  heldBySite: { most: 1_000, windowMinutes: 60 },
  /** Seats of one event that no mailbox confirmation backs, taken or held, for all network addresses together. */
  unconfirmedSeatsByEvent: { most: 30, windowMinutes: 60 },
  /** Messages to one mailbox that anyone can cause by typing its address. More are stored as suppressed. */
  messagesByMailbox: { most: 3, windowMinutes: 1_440 },
  /** What the visit script sends from one address. */
  visitsByAddress: { most: 120, windowMinutes: 10 },
  trackingEventsByAddress: { most: 6_000, windowMinutes: 10 },
  /** Bounds the disk space that one address can fill in a day. `daily-storage.db.test.ts` measures it. */
  visitsByAddressDaily: { most: 1_000, windowMinutes: 1_440 },
  trackingEventsByAddressDaily: { most: 10_000, windowMinutes: 1_440 },
  /** Bounds what all addresses together can store in a day: a large IPv6 allocation has millions of addresses. */
  visitsBySiteDaily: { most: 200_000, windowMinutes: 1_440 },
  trackingEventsBySiteDaily: { most: 500_000, windowMinutes: 1_440 },
} as const satisfies Record<string, AttemptLimit>;

/** Places at one event that one network address can take or hold before mailboxes have to be confirmed. */
export const maxUnconfirmedSeatsPerAddress = 5;

/** Messages to unconfirmed mailboxes that leave within an hour of the clock. The others wait for the next hour. */
export const maxUnconfirmedMessagesPerHour = 300;

/**
 * The table of limits on getting in, counted in the same way. Who fails by an account's limit is a stranger: a browser from which the
 * account was signed in before has a count of its own, so nobody can lock somebody else out by guessing.
 */
export const guessLimits = {
  /** Passwords from one address, which may be an office's. */
  passwordsByAddress: { most: 50, windowMinutes: 10 },
  /** Passwords for one account, from browsers that we do not know. */
  passwordsByAccount: { most: 10, windowMinutes: 10 },
  /** Passwords for one account, from browsers from which it was signed in before. */
  passwordsByDevice: { most: 10, windowMinutes: 10 },
  /** Codes of one session. One that still needs its second factor ends after the last. */
  codesBySession: { most: 5, windowMinutes: 720 },
  /** Codes of one account and password, from browsers in which none was shown before: one in 16,000 that any of them is right. */
  codesByAccount: { most: 20, windowMinutes: 1_440 },
  codesByDevice: { most: 10, windowMinutes: 60 },
  /** Accounts asked for from one address. */
  signUpsByAddress: { most: 10, windowMinutes: 60 },
  /** Links that are asked for from one address. */
  linksByAddress: { most: 20, windowMinutes: 60 },
  /** Links of one kind sent to one mailbox, however its address is spelled: anyone can type it. */
  linksByMailbox: { most: 3, windowMinutes: 1_440 },
  /** Links that are opened and used, right or wrong, from one address. */
  redemptionsByAddress: { most: 50, windowMinutes: 10 },
  /** Passkey ceremonies begun or ended from one address; each keeps a challenge for some minutes. */
  passkeysByAddress: { most: 60, windowMinutes: 10 },
} as const satisfies Record<string, AttemptLimit>;

export type GuessLimit = keyof typeof guessLimits;

/**
 * Bounds on pages that are rendered for one request; those in memory have none. With them the home page answers within three times its
 * usual time while strangers ask for as much as they can: `npm run bench` prints both.
 */
export const renderLimits = {
  /** Rendered at the same time. */
  maxConcurrent: 2,
  /** Waiting beyond those, about a tenth of a second; more are asked to try again. */
  maxWaiting: 24,
  /** Forms go before pages that are only read, and nearly all of them wait: what was typed would be lost with the request. */
  maxWaitingFirst: 500,
  /** Pages from one address. An office is one address; requests with a session are not limited by it. */
  maxPerMinute: 600,
} as const;

/**
 * The answer that too many people are signing in waits for once to twice this time. Without the delay, programs that are refused try
 * again hundreds of times a second; without its spread they would do so all at the same time.
 */
export const busySignInDelayMs = 1_000;
