export const claimsOfVersionTexts = {
  title: "Claims",
  about: (claims: string, version: string, today: string) =>
    `${claims} in ${version.toLowerCase()}, status on ${today}`,
  unknown: (count: number) =>
    count === 1
      ? "1 claim is not in the register, because this version was replaced before the site was searched."
      : `${count} claims are not in the register, because this version was replaced before the site was searched.`,
  more: (count: number) => `${count} more claims are not shown.`,
} as const;
