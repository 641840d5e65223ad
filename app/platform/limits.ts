/**
 * The longest values we accept, in characters. Forms and endpoints read them here; the tables repeat them
 * in their checks, and `app/data/schema.db.test.ts` checks that they match.
 */
export const maximumLength = {
  name: 200,
  email: 254,
  phone: 40,
  freeText: 4_000,
  /** What staff add to a message to the people of an event. */
  eventMessage: 1_000,
  url: 2_000,
} as const;

/** Maximum number of tracking events stored per visit. Later events are dropped. */
export const maxEventsPerVisit = 500;

/** Longer values are truncated before storage. Lengths are UTF-8 bytes because the limits protect disk space. */
export const maxStoredBytes = {
  userAgent: 300,
  referrer: 200,
  landingPage: 200,
  /** Applies to each of source, medium, campaign, term and content. */
  campaignValue: 100,
  clickId: 200,
  /** The label of a visit's source or of a clicked element. */
  label: 200,
} as const;

/** The largest request body we read, in bytes. */
export const maximumBodyBytes = 64 * 1024;

/** The largest form with a part of a document of the site, such as an article whose characters are percent-encoded. */
export const maxContentBodyBytes = 256 * 1024;

/** Above the limit of a picture, so that a file that is slightly too large gets an explanation. */
export const maxPictureBodyBytes = 24 * 1024 * 1024;

/** Above the limit of a file that is the evidence of a claim, for the same reason. */
export const maxEvidenceBodyBytes = 6 * 1024 * 1024;

/** A visit is one URL and one referrer, which browsers shorten to 4 KB. */
export const maxVisitBodyBytes = 16 * 1024;

/** Characters of a URL, referrer or label from the visit script that are read. All stored parameters fit, also percent-encoded. */
export const maxTrackedLength = 4_000;

/** Characters of tracking events that count as one event, because reading a large body takes as long as storing many events. */
export const charactersPerEvent = 1_000;

/** Limits on the requests of the visit script from one address, in the memory of each process. */
export const visitRequestLimits = { maxInFlight: 120, maxAddresses: 100_000 } as const;

/** The maximum number of attempts in a fixed time window. */
export type AttemptLimit = { most: number; windowMinutes: number };

/**
 * Rate limits, shared by all processes through table `rate_limits`. An office or an IPv6 household shares one network address. Above an
 * `immediate` limit, a form requires mailbox confirmation, and only a much higher limit rejects it. A mailbox is never rejected, because
 * anyone can type its address.
 */
export const attemptLimits = {
  /**
   * Forms of one kind accepted from one network address without confirmation. Forms with a valid form token and forms without one are
   * counted separately in all `immediate` limits, because a script sends the latter at no cost.
   */
  immediateByAddress: { most: 10, windowMinutes: 10 },
  /** Forms of one kind accepted for one mailbox without confirmation. */
  immediateByMailbox: { most: 20, windowMinutes: 60 },
  /**
   * Forms of one kind accepted from one network address for one mailbox without confirmation. Further ones do not count toward
   * `immediateByMailbox`, so one network address cannot exhaust that limit.
   */
  immediateByAddressAndMailbox: { most: 10, windowMinutes: 60 },
  /** All forms accepted from one IPv4 address or IPv6 /56 in a day without confirmation, because a household can use a whole /56. */
  immediateByCustomerDaily: { most: 50, windowMinutes: 1_440 },
  /** All forms accepted from one IPv6 /48 in a day without confirmation, because anyone can get one. */
  immediateByNetworkDaily: { most: 400, windowMinutes: 1_440 },
  /** All forms from one network address. */
  refusedByAddress: { most: 200, windowMinutes: 10 },
  /** All forms from one IPv6 /56 in a day, so that one customer cannot use up the limit of the /48. */
  refusedByCustomerDaily: { most: 500, windowMinutes: 1_440 },
  /**
   * All forms from one IPv4 address or IPv6 /48 in a day. Limits the rows of `rate_limits`, which every counted form adds for its mailbox
   * and, of IPv6, for its /64.
   */
  refusedByNetworkDaily: { most: 4_000, windowMinutes: 1_440 },
  /** All forms from one IPv6 /32 in a day, for the same reason. A large network operator has several of them. */
  refusedByAllocationDaily: { most: 40_000, windowMinutes: 1_440 },
  /** Submissions quarantined per network address. Further submissions are rejected, because they would not be stored. */
  quarantinedByAddress: { most: 110, windowMinutes: 1_440 },
  /**
   * Submissions quarantined across all network addresses. Each kind has its own budget, so that submissions that cost nothing to send
   * cannot use up the budget of people. The first `exemptQuarantinePerNetwork` of a network are exempt.
   */
  quarantinedWithToken: { most: 1_000, windowMinutes: 60 },
  quarantinedWithoutToken: { most: 1_000, windowMinutes: 60 },
  quarantinedHoneypots: { most: 500, windowMinutes: 60 },
  /**
   * Submissions in a day, across the site, that are exempt from the hourly limits (`exemptQuarantinePerNetwork`). Later ones count toward the
   * hourly limits, because a large IPv6 allocation has thousands of networks.
   */
  exemptQuarantined: { most: 5_000, windowMinutes: 1_440 },
  /** Seats of one event, allocated or reserved, without mailbox confirmation across all network addresses. */
  unconfirmedSeatsByEvent: { most: 30, windowMinutes: 60 },
  /** Messages to one mailbox that anyone can trigger by typing its address. Further messages are stored as suppressed. */
  messagesByMailbox: { most: 3, windowMinutes: 1_440 },
  /**
   * The part of these messages that one network can cause, and the part that all submissions without a valid form token can cause.
   * One message remains for the form of the mailbox’s owner.
   */
  messagesByMailboxPart: { most: 2, windowMinutes: 1_440 },
  /**
   * These messages from one network to one mail domain, except large public providers. Otherwise a stranger could fill a company’s catch-all
   * mailbox. A company with one address can still confirm forty seats.
   */
  messagesByNetworkAndDomain: { most: 60, windowMinutes: 1_440 },
  /** Changes of the details of one sign-up, because each stores a new version of its texts. */
  seatChangesByKey: { most: 20, windowMinutes: 60 },
  /** Reports of the scheduler with a valid signature, so that a scheduler that repeats them without end does not occupy the database. */
  bookingReports: { most: 600, windowMinutes: 10 },
  /** What the visit script sends from one address. */
  visitsByAddress: { most: 120, windowMinutes: 10 },
  trackingEventsByAddress: { most: 6_000, windowMinutes: 10 },
  /** Limits the disk space that one address can use in a day. `daily-storage.long.db.test.ts` measures it. */
  visitsByAddressDaily: { most: 1_000, windowMinutes: 1_440 },
  trackingEventsByAddressDaily: { most: 10_000, windowMinutes: 1_440 },
  /** Limits storage per day across all addresses, because a large IPv6 allocation has millions of them. */
  visitsBySiteDaily: { most: 200_000, windowMinutes: 1_440 },
  trackingEventsBySiteDaily: { most: 500_000, windowMinutes: 1_440 },
} as const satisfies Record<string, AttemptLimit>;

/**
 * The shares of the site's daily limits of visits and events that one IPv6 /48 and one /32 can use, so that neither one customer nor one
 * network operator can end the statistics of the day for everyone.
 */
export const maxSharesOfSite = { network: 1 / 32, allocation: 1 / 4 } as const;

/**
 * Quarantined submissions of an IPv4 address or IPv6 /48 per day that no hourly limit refuses and that count toward none. Otherwise a few
 * networks could block the forms for everyone else. `exemptQuarantined` limits them for the whole site.
 */
export const exemptQuarantinePerNetwork = 2;

/** Seats at one event that one network address can take or reserve before mailbox confirmation is required. */
export const maxUnconfirmedSeatsPerAddress = 5;

/**
 * Limits on groups of seats and waiting-list positions at one event, as a share of its capacity: all without mailbox confirmation, and all
 * of one mail domain. Rounded up, and never below the minimum.
 */
export const seatShareLimit = { share: 0.4, min: 5 } as const;

/** Messages to unconfirmed mailboxes that are sent within a clock hour. The others wait for the next hour. */
export const maxUnconfirmedMessagesPerHour = 300;

/** How many of those messages can come from submissions without a valid form token, which cost a script nothing. */
export const maxMessagesWithoutTokenPerHour = maxUnconfirmedMessagesPerHour / 3;

/**
 * The first messages of a sender in an hour. Only they can use the whole budgets above, so a few networks with many messages leave half of
 * each budget to everyone else. A sender is an IPv4 address or an IPv6 /48.
 */
export const reservedMessagesPerSender = 2;
export const maxFurtherMessagesPerHour = maxUnconfirmedMessagesPerHour / 2;
export const maxFurtherMessagesWithoutTokenPerHour = maxMessagesWithoutTokenPerHour / 2;

/** Emails per hour that notify the firm of a single submission. One summary at the end of the hour covers the rest. */
export const maxFirmNotificationsPerHour = 60;

/**
 * The limits of an IPv6 network, as multiples of the limit of one of its addresses (a /64): of a /48, which one customer can have, and of
 * a /32, which one operator can have. They limit the rows of `rate_limits`.
 */
export const sharedLimitFactors = { network: 8, allocation: 64 } as const;

/**
 * Limits on authentication attempts. All unknown browsers share the limit of an account. A browser from which the account was signed in
 * before has its own count, so guessing cannot lock out the owner of an account.
 */
export const authenticationLimits = {
  /** Passwords from one address, which may be an office's. Sessions and known browsers do not count toward it. */
  passwordsByAddress: { most: 50, windowMinutes: 10 },
  /** Passwords for one account, from browsers that we do not know. */
  passwordsByAccount: { most: 10, windowMinutes: 10 },
  /** Passwords for one account, from sessions and from browsers from which it was signed in before. */
  passwordsByDevice: { most: 10, windowMinutes: 10 },
  /** Wrong codes in one session; no limit counts correct codes. A session that awaits its second factor ends at the limit. */
  codesBySession: { most: 5, windowMinutes: 720 },
  /**
   * Codes of one account and password, from browsers that never showed a correct code. The chance that any guess is correct is 1 in 16,000.
   */
  codesByAccount: { most: 20, windowMinutes: 1_440 },
  /**
   * Codes of one account from the same browsers, across password changes. A person who controls the mailbox can reset the password again
   * and again, and each new password has its own count above.
   */
  codesAcrossPasswords: { most: 60, windowMinutes: 1_440 },
  codesByDevice: { most: 10, windowMinutes: 60 },
  /** Account requests from one address. */
  signUpsByAddress: { most: 10, windowMinutes: 60 },
  /** Sign-ups that send an email, across all network addresses. Rejected sign-ups do not count. */
  signUpsBySite: { most: 100, windowMinutes: 60 },
  /** The part of them that is not the first of its network, so that a few networks leave half to everyone else. */
  furtherSignUpsBySite: { most: 50, windowMinutes: 60 },
  /** The first sign-ups of a network, which is an IPv4 address or an IPv6 /48. */
  firstSignUpsByNetwork: { most: 1, windowMinutes: 60 },
  /** Link requests from one address. */
  linksByAddress: { most: 20, windowMinutes: 60 },
  /** Links sent to the accounts of one mailbox that are not confirmed. Anyone can sign up with any address of it. */
  linksByMailbox: { most: 3, windowMinutes: 1_440 },
  /**
   * The part of them that confirms an address. One remains for a link that sets a password, because a confirmation link requires the
   * password of the sign-up, which a stranger may have chosen.
   */
  confirmLinksByMailbox: { most: 2, windowMinutes: 1_440 },
  /** Reset links sent to a confirmed account. The window is as long as a link is valid, so the newest link works at the limit. */
  resetLinksByMailbox: { most: 3, windowMinutes: 60 },
  /** Reset links beyond that limit, each of which replaces a used one. Only the owner of the mailbox can use a link. */
  replacedLinksByMailbox: { most: 10, windowMinutes: 1_440 },
  /** Attempts to use invalid links, from one address. Valid links do not count toward it. */
  redemptionsByAddress: { most: 50, windowMinutes: 10 },
  /** Attempts to use one valid link, from all addresses. A confirmation link requires a password, which could be guessed. */
  redemptionsByLink: { most: 10, windowMinutes: 10 },
  /** Passkey ceremonies begun or ended from one address; each keeps a challenge for some minutes. */
  passkeysByAddress: { most: 60, windowMinutes: 10 },
  /** The same across all network addresses. It limits the stored challenges. */
  passkeysBySite: { most: 3_000, windowMinutes: 10 },
  /** Instead of both, for a session with a role, or for the known browsers of an account with a passkey. */
  passkeysByDevice: { most: 30, windowMinutes: 10 },
  /** Sign-ins at the firm's provider begun or ended from one address, which may be an office's. */
  signOnsByAddress: { most: 120, windowMinutes: 10 },
} as const satisfies Record<string, AttemptLimit>;

/**
 * Entries of the audit log about requests without an account, such as sign-ins with an unknown address, in a quarter of an hour and across
 * all network addresses. The log can never be shortened: at about 400 bytes each, a year at this limit takes 1.4 GB.
 */
export const maxUnauthenticatedAuditEntries = 100;

/** Refused requests of one account in the audit log in 15 minutes, because an account can request any number of paths. */
export const maxRefusalEntriesPerAccount = 50;

export type AuthenticationLimit = keyof typeof authenticationLimits;

/**
 * Limits on pages rendered per request; cached pages have none. Under maximum anonymous load, these limits keep the home page within
 * three times its usual response time. `npm run bench` prints both times.
 */
export const renderLimits = {
  /** Maximum concurrent renders. */
  maxConcurrent: 2,
  /**
   * Waiting renders by lane, in order of priority. Strangers control the two lower lanes, so a flood there must not fill the lane of
   * staff. Requests beyond `maxWaiting` receive 503.
   */
  lanes: {
    session: { maxWaiting: 200, turns: 4 },
    /** Longer than the lane of page views, because a rejected form loses what was typed. */
    form: { maxWaiting: 200, turns: 2 },
    /** About 100 ms of waiting. */
    pageView: { maxWaiting: 24, turns: 1 },
  },
  /**
   * Pages per address, including the sign-in page and unknown paths. An office counts as one address; requests with a session are exempt.
   */
  maxPerMinute: 600,
} as const;

/** Requests of one network address that are processed at the same time, and that wait. Further ones receive 503. */
export const concurrentRequestLimits = {
  maxConcurrent: 4,
  lanes: { write: { maxWaiting: 40, turns: 1 }, read: { maxWaiting: 40, turns: 1 } },
} as const;

/**
 * The same for an IPv6 /48, because one customer can have all of its /64 networks. Lower than the number of database connections, so that
 * other visitors keep some.
 */
export const concurrentNetworkLimits = {
  maxConcurrent: 6,
  lanes: { write: { maxWaiting: 80, turns: 1 }, read: { maxWaiting: 80, turns: 1 } },
} as const;

/** Checks of one network address for a staff session, which exempts from the limit above. */
export const sessionCheckLimits = {
  maxConcurrent: 2,
  lanes: { check: { maxWaiting: 200, turns: 1 } },
} as const;

/** The same for an IPv6 /48. With the requests of a /48, lower than the number of database connections. */
export const networkSessionCheckLimits = {
  maxConcurrent: 4,
  lanes: { check: { maxWaiting: 400, turns: 1 } },
} as const;

/** The lanes of the render queue. */
export type RenderLane = keyof typeof renderLimits.lanes;
