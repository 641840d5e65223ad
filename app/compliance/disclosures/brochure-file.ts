/** Where the brochure's PDF is, and what it is called when it is kept. */
export const brochureFile = { path: "/form-adv-part-2a.pdf", name: "form-adv-part-2a.pdf" } as const;
