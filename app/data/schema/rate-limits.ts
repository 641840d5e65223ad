/**
 * Table `rate_limits`: how often somebody sent something in a stretch of time. Owner: data. Personal data: none; what is counted
 * stands there as a keyed digest. Kept for a day.
 */
export type RateLimitsTable = {
  key: string;
  windowStart: Date;
  count: number;
};
