import { afterEach, beforeEach, vi } from "vitest";

// What writes to the terminal in a test would do so in production, past our log with its masks: it fails the test.
const noisy = ["error", "warn"] as const;
let spies: ReturnType<typeof spyOnConsole>[] = [];

beforeEach(() => {
  spies = noisy.map(spyOnConsole);
});

afterEach(() => {
  for (const spy of spies) {
    const { calls } = spy.mock;
    spy.mockRestore();
    if (calls.length > 0) throw new Error(`Written to the terminal: ${JSON.stringify(calls)}`);
  }
});

function spyOnConsole(method: (typeof noisy)[number]) {
  return vi.spyOn(console, method);
}
