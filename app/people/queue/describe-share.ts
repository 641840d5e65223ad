/** Shares below this number of cases are counts, because a percentage would suggest more than is known. */
const minimumForPercent = 10;

/** “9 of 10, 90%”; undefined without a case. */
export function describeShare({ kept, broken }: { kept: number; broken: number }): string | undefined {
  const due = kept + broken;
  if (due === 0) return undefined;
  const percent = due < minimumForPercent ? "" : `, ${Math.floor((100 * kept) / due)}%`;
  return `${kept} of ${due}${percent}`;
}
