import type { StopReason } from "#app/data/schema/integrations.ts";

/** The result of one delivery attempt. `code` is the HTTP status, if there was a response. */
export type SendResult =
  | { kind: "delivered"; code?: number }
  /** The destination does not want this event. */
  | { kind: "skipped"; problem: string }
  /** A permanent failure: another attempt cannot succeed. */
  | { kind: "rejected"; problem: string; code?: number }
  /** A temporary failure. */
  | { kind: "deferred"; problem: string; code?: number }
  /** The receiver asked all deliveries to wait. This attempt does not count. */
  | { kind: "throttled"; problem: string; code: number; retryAfterSeconds: number }
  /** The destination accepts nothing until an owner changes it. The delivery waits. */
  | { kind: "stopped"; problem: string; code: number; reason: StopReason }
  /** The program stops. The delivery is retried, and this attempt does not count. */
  | { kind: "interrupted" };
