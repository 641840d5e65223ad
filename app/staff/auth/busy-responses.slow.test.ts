import { describe, test } from "vitest";
import type { Identity } from "#app/identity/identity.server.ts";
import { handleStepUp } from "#app/staff/auth-steps/handle-step-up.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { handleSignIn } from "./handle-sign-in.server.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";

// Timers can fire a few milliseconds early.
const minDelayMs = 995;
const visitor = { request: new Request("http://localhost/auth"), clientAddress: "198.18.0.7" };
const busy = () => Promise.resolve({ ok: false, reason: "busy" } as const);
// The forms use no other method.
const identity = { signIn: busy, stepUpWithPassword: busy } as Partial<Identity> as Identity;

describe("a response that rejects a password because too many are waiting is delayed", () => {
  test.concurrent("at sign-in", async ({ expect }) => {
    const form = toForm({ email: "joan@example.com", password: "any" });
    // A sign-in uses no other dependency.
    const deps = { identity } as Parameters<typeof handleSignIn>[0];
    const { outcome, ms } = await timed(handleSignIn(deps, visitor, form));
    expect(outcome).toMatchObject({ ok: false, status: 503 });
    expect(ms).toBeGreaterThanOrEqual(minDelayMs);
  });

  test.concurrent("at re-authentication", async ({ expect }) => {
    const { outcome, ms } = await timed(handleStepUp(identity, visitor, toForm({ password: "any" })));
    expect(outcome).toMatchObject({ outcome: "refused", status: 503 });
    expect(ms).toBeGreaterThanOrEqual(minDelayMs);
  });

  test.concurrent("when a password is set", async ({ expect }) => {
    const { outcome, ms } = await timed(unlessBusy(Promise.reject(new QueueIsFull())));
    expect(outcome).toEqual({ ok: false, reason: "busy" });
    expect(ms).toBeGreaterThanOrEqual(minDelayMs);
  });
});

async function timed<Outcome>(work: Promise<Outcome>): Promise<{ outcome: Outcome; ms: number }> {
  const start = performance.now();
  return { outcome: await work, ms: performance.now() - start };
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
