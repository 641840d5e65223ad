/** How long a merge of two records can be undone. */
export const undoDays = 30;
