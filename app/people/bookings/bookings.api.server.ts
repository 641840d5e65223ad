import { Hono } from "hono";
import { countsOverLimit } from "#app/data/rate-limits/rate-limits.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { hasValidSignature, readBookingReport } from "./booking-report.server.ts";
import { recordBooking } from "./record-booking.server.ts";

type Deps = Pick<RequestServices, "bookingWebhookSecret" | "clock" | "db" | "persons" | "spamCheckKeys">;

/**
 * `POST /functions/v1/bookings`, the webhook of the scheduler. A request without a valid signature costs no database access, so only valid
 * ones are counted.
 */
export function bookingsEndpoint(deps: Deps): Hono {
  return new Hono().post("/bookings", async (c) => {
    const { bookingWebhookSecret: secret } = deps;
    if (secret === undefined) return refuse("not-found");
    const body = await c.req.text();
    if (!hasValidSignature(secret, body, c.req.header("x-cal-signature-256"))) {
      return refuse("forbidden", { message: "The signature is missing or invalid." });
    }
    const report = readBookingReport(body);
    if (report === undefined) return refuse("invalid", { message: "The body is not a readable booking." });
    c.header("Cache-Control", "no-store");
    if (report === "ignored") return c.json({ data: { outcome: "ignored" } });
    const attempt = { key: deps.spamCheckKeys.limitKey("bookings"), ...attemptLimits.bookingReports };
    if (await countsOverLimit(deps.db, attempt, deps.clock.now())) return refuse("too-many");
    return c.json({ data: { outcome: await recordBooking(deps, report) } });
  });
}
