/** What a visitor is asked before an outside service may look for who it is. Withdrawing cannot unload what has been loaded. */
export const pixelQuestion = {
  label: "Recognition by an outside service",
  /** @param host of the service, which is how it is named */
  text: (host: string) =>
    `May ${host}, an outside service, try to find out who you are? It would see your network address, your browser, the pages you open here, and whether you sent us a form. Nothing goes there unless you allow it. You can change your answer here at any time; if you take it back, that counts from the next page.`,
  allow: "Allow",
  decline: "No thanks",
} as const;
