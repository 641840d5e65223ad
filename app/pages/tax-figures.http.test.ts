import { describe, expect, it } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { wordsOf } from "#tests/spec/markup.ts";

// 05:59 UTC is 11:59 PM in the firm's time zone. 2024 is the last known tax year before 2026.
const before = testApp({ now: new Date("2026-01-01T05:59:00Z") });
const after = testApp({ now: new Date("2026-01-01T06:00:00Z") });

async function readPage(site: typeof before, path: string): Promise<string> {
  return wordsOf(await (await site.request(path)).text());
}

describe("on January 1", () => {
  it.each([
    ["/tax-strategies", "23.8% (2024)", "23.8% (2026)"],
    ["/faqs", "23.8% (2024)", "23.8% (2026)"],
    ["/blog/tax-reduction-strategies", "23.8% (2024)", "23.8% (2026)"],
  ])("%s changes from the figures of the old year to those of the new one", async (path, old, current) => {
    const [page, nextPage] = await Promise.all([readPage(before, path), readPage(after, path)]);
    expect(page).toContain(old);
    expect(page).not.toContain(current);
    expect(nextPage).toContain(current);
  });
});
