/** The URL of the brochure's PDF, and its file name when it is downloaded. */
export const brochureFile = { path: "/form-adv-part-2a.pdf", name: "form-adv-part-2a.pdf" } as const;
