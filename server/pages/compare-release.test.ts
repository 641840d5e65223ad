import { describe, expect, it } from "vitest";
import { retryIfChanged } from "./compare-release.ts";

/** Compares while a site with the stamps changes. @param outcomes of the comparisons, one after the other */
async function compareDuring(stamps: readonly string[], outcomes: readonly boolean[]) {
  let [asked, compared] = [0, 0];
  const stamp = () => stamps[asked++] ?? "later";
  const result = await retryIfChanged(stamp, () => Promise.resolve({ ok: outcomes[compared++] === true }));
  return { ...result, compared };
}

describe("a comparison of a release with the published site", () => {
  it("is repeated if it found something while a live event changed", async () => {
    expect(await compareDuring(["1", "2", "2", "2"], [false, true])).toEqual({ ok: true, compared: 2 });
  });

  it("is final if nothing changed, or if it found nothing", async () => {
    expect(await compareDuring(["1", "1"], [false, true])).toEqual({ ok: false, compared: 1 });
    expect(await compareDuring(["1", "2"], [true])).toEqual({ ok: true, compared: 1 });
  });

  it("is repeated if it failed while a live event changed, and otherwise fails", async () => {
    let stamp = 0;
    const compareUnless = (fails: () => boolean) => () =>
      fails() ? Promise.reject(new Error("A page has the status 404.")) : Promise.resolve({ ok: true });
    const failsOnce = () => stamp++ === 0;
    expect(await retryIfChanged(() => String(stamp), compareUnless(failsOnce))).toEqual({ ok: true });
    await expect(
      retryIfChanged(
        () => "1",
        compareUnless(() => true),
      ),
    ).rejects.toThrow("status 404");
  });

  it("is made at most three times", async () => {
    const changing = ["1", "2", "3", "4", "5", "6"];
    expect(await compareDuring(changing, [false, false, false, true])).toEqual({ ok: false, compared: 3 });
  });
});
