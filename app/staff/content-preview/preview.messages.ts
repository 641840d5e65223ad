export const previewTexts = {
  heading: "Preview",
  width: "Width",
  desktop: "Desktop",
  phone: "Phone",
  page: "Page",
  show: "Show",
  frame: (title: string) => `Preview of ${title}`,
  published: "As published",
  openClaims: (count: number) =>
    count === 1
      ? "1 claim on this page needs evidence or a waiver"
      : `${count} claims on this page need evidence or a waiver`,
  failed: "The page cannot be displayed with these errors. Correct them to see it.",
  tooMany:
    "Too many previews are running. Wait a few seconds and reload, or save the draft and open it again.",
  unknown: "This page does not exist.",
} as const;
