import { createKeyRing } from "#app/platform/key-ring.server.ts";

/** What the program's secret is in tests. */
export const testSecret = "a secret for tests, longer than thirty-two characters";

export const testKeyRing = createKeyRing([testSecret]);

/** A thousandth of what a hash costs in earnest: tests make one for every person that they need. */
export const cheapPasswords = { memoryKiB: 64, passes: 1, pauseAfterWrongMs: 0 };
