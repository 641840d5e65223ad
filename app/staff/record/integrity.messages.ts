export const integrityTexts = {
  heading: "Integrity",
  daily: "Verified every day",
  about:
    "A hash covers everything recorded before it. Keep a copy outside this system to prove later that nothing was changed.",
} as const;
