/**
 * The value of a hidden field that names the record and the revision that a page displayed. The revision alone is not enough, because after
 * a merge or its undo, the same link leads to another record.
 */
export function getRecordVersion({ id, revision }: { id: string; revision: number }): string {
  return `${id}.${revision}`;
}
