/** What a visitor is asked before an outside service hears of the visit. */
export const pixelQuestion = {
  label: "Recognition by an outside service",
  /** @param host of the service, which is how it is named */
  text: (host: string) =>
    `May ${host}, an outside service, recognize this visit? It would see the page you are on, your browser, and whether you sent us a form; never what you wrote in it. Nothing goes there unless you allow it, and you can change your answer here.`,
  allow: "Allow",
  decline: "No thanks",
} as const;
