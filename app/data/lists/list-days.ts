/** Limits a list to days like `2026-11-21`, both inclusive, in the firm's time zone. */
export type ListDays = { from?: string | undefined; to?: string | undefined };
