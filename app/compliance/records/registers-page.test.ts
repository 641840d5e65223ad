import { expect, test } from "vitest";
import { wordsOf } from "#tests/spec/markup.ts";
import { type Registers, renderRegistersPage } from "./registers-page.tsx";

const at = new Date("2026-03-02T16:00:00Z");
const entered = { enteredAt: at, enteredBy: "ruth@example.com", note: null };

const registers: Registers = {
  filings: [
    {
      document: "form-crs",
      versionOn: "2026-03-31",
      inaccurateOn: null,
      withdrawsInaccuracy: true,
      withdrawsFiling: false,
      withdrawsPosting: false,
      withdrawsDelivery: true,
      filedOn: "2026-04-01",
      postedOn: null,
      deliveredOn: null,
      ...entered,
    },
  ],
  promoters: [],
  legalHolds: [
    {
      reason: "Subpoena <b>",
      placedAt: at,
      placedBy: "ruth@example.com",
      releaseReason: "Withdrawn",
      releasedAt: at,
      releasedBy: "joan@example.com",
    },
  ],
};

const incident = {
  kind: "complaint",
  discoveredOn: "2026-03-01",
  description: "Called twice",
  openedAt: at,
  openedBy: "ruth@example.com",
  state: "closed",
  notes: [
    {
      incidentId: 1,
      revision: 1,
      notedAt: at,
      notedBy: "joan@example.com",
      state: "closed",
      note: "Apologized",
    },
  ],
} as const;

test("the registers of an export are readable without the JSON file", () => {
  const html = renderRegistersPage({ ...registers, incidents: [incident] }, at);
  const words = wordsOf(html);
  expect(words).toContain("Form CRS Mar 31, 2026 Apr 1, 2026 Withdrawn Withdrawn");
  expect(words).toContain("Testimonials and promoters No entries.");
  expect(html).toContain("Subpoena &lt;b&gt;");
  expect(words).toMatch(/joan@example\.com, .+\. Withdrawn/);
  expect(words).toMatch(
    /Complaint Mar 1, 2026 Called twice Closed joan@example\.com, .+, Closed: Apologized/,
  );
});

test("the registers contain complaints and incidents only for readers who may see them", () => {
  expect(renderRegistersPage(registers, at)).not.toContain("Complaints");
});
