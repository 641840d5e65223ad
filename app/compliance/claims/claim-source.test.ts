import { describe, expect, it } from "vitest";
import { findSource } from "./claim-source.ts";

describe("the source that the site names", () => {
  it("is the law beside a tax figure", () => {
    const sentence = "The top rate on long-term gain is 20% (2026, 26 U.S.C. § 1(h)).";
    expect(findSource({ figure: "20%", sentence }, ["/"])).toBe("26 U.S.C. § 1(h)(1)(D)");
  });

  it.each([
    ["a figure without a law", "20%", "The top rate on long-term gain is 20%."],
    ["another figure beside a law", "40%", "Owners lose 40% (26 U.S.C. § 1(h))."],
    ["a figure beside another law", "20%", "You lose 20% (26 U.S.C. § 1202(b))."],
  ])("is not known of %s", (_, figure, sentence) => {
    expect(findSource({ figure, sentence }, ["/"])).toBeUndefined();
  });

  it("is a regulatory document if no other page contains the sentence", () => {
    const claim = { figure: "2%", sentence: "The fee is 2%." };
    expect(findSource(claim, ["/form-crs"])).toMatch(/Summary|CRS/);
    expect(findSource(claim, ["/form-crs", "/about"])).toBeUndefined();
    expect(findSource(claim, [])).toBeUndefined();
  });
});
