import { createKeyRing } from "#app/platform/key-ring.server.ts";

/** The program's secret in tests. */
export const testSecret = "a secret for tests, longer than thirty-two characters";

export const testKeyRing = createKeyRing([testSecret]);

/** A thousandth of the production cost, because tests create many accounts. */
export const cheapPasswords = { memoryKiB: 64, passes: 1, pauseAfterWrongMs: 0 };
