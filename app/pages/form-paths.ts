/**
 * Paths of pages that forms post to or lead to. They are separate from the page registry, so that the scripts of the forms do not contain
 * the titles and descriptions of all pages.
 */
export const formPaths = {
  assessment: "/pre-loi-assessment",
  assessmentResult: "/pre-loi-assessment/result",
  checkEmail: "/check-your-email",
  /** The same page with the event, which its style sheet displays for this fragment. With an id, one of several events. */
  checkEmailForEvent: "/check-your-email#event",
  eventSignup: "/linkedin-live-signup",
  /** Followed by the id of an event. */
  eventOnDate: "/linkedin-live-signup/event",
  eventRegistered: "/linkedin-live-signup/registered",
  eventWaitingList: "/linkedin-live-signup/waiting-list",
  eventNextDate: "/linkedin-live-signup/next-date",
} as const;
