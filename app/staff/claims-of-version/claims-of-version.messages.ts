export const claimsOfVersionTexts = {
  title: "Claims",
  about: (claims: string, version: string, moment: string) =>
    `${claims} in ${version.toLowerCase()}, status on ${moment}`,
  attached: (by: string, at: string) => `Attached by ${by}, ${at}`,
  waived: (by: string, at: string) => `Waived by ${by}, ${at}`,
  today: (status: string, day: string | undefined) =>
    day === undefined ? `Today: ${status}.` : `Today: ${status} on ${day}.`,
  unknown: (count: number) =>
    count === 1
      ? "1 claim is not in the register, because this version was replaced before the site was searched for claims."
      : `${count} claims are not in the register, because this version was replaced before the site was searched for claims.`,
  more: (count: number) => `${count} more claims are not shown.`,
} as const;
