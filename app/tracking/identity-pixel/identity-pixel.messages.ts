/** The consent question for the identity service. A loaded script cannot be unloaded, so a withdrawal applies from the next page. */
export const pixelQuestion = {
  label: "Visitor identification by a third party",
  /** @param host the host name of the service */
  text: (host: string) =>
    `May ${host}, a third-party service, try to identify you? It would see your network address, your browser, the pages you open here, and whether you sent us a form. We send it nothing unless you allow it. You can change your answer here at any time; a withdrawal takes effect on the next page.`,
  allow: "Allow",
  decline: "No thanks",
} as const;
