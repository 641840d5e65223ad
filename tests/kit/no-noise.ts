import { afterEach, beforeEach, vi } from "vitest";

// Terminal output in a test fails it, because in production it would bypass the log and its masking.
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
