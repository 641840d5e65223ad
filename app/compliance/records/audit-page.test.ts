import { expect, test } from "vitest";
import type { ExportedAuditEvent } from "#app/audit/chain/export-audit-log.server.ts";
import { wordsOf } from "#tests/spec/markup.ts";
import { renderAuditPage } from "./audit-page.tsx";

const event: ExportedAuditEvent = {
  id: "1",
  at: "2026-03-02T04:30:00.000Z",
  action: "content-published",
  actorKind: "staff",
  actorId: "ruth",
  actorEmail: "ruth@example.com",
  subject: "release:2",
  details: '{"release":2,"reason":"<b>"}',
  clientAddress: "198.18.0.7",
  salt: "salt",
};

async function render(events: readonly ExportedAuditEvent[], days: { from?: string; to?: string }) {
  async function* list() {
    yield* events;
  }
  let html = "";
  for await (const part of renderAuditPage(list(), days)) html += part;
  return html;
}

test("an event is a row with its time in the firm’s time zone, its author and its details as text", async () => {
  const html = await render([event], { from: "2026-03-01", to: "2026-03-01" });
  expect(wordsOf(html)).toContain(
    "Mar 1, 2026, 10:30 PM CST Published a change to the site’s content ruth@example.com, 198.18.0.7 release:2 release: 2, reason:",
  );
  expect(html).toContain("&lt;b&gt;");
  expect(html).toMatch(/<\/table><\/body><\/html>$/);
});

test("events of other days, whose links contain the chosen days, are not listed", async () => {
  const html = await render([event], { from: "2026-03-02" });
  expect(html).not.toContain("Published a change");
});

test("an event whose time was replaced by something that is not a time is listed as it is stored", async () => {
  expect(await render([{ ...event, at: "infinity" }], { from: "2026-03-02" })).toContain("<td>infinity</td>");
});

test("an action of an earlier release, which the screen does not know, is listed as it is stored", async () => {
  const html = await render([{ ...event, action: "tape-rewound" }], {});
  expect(html).toContain("<td>tape rewound</td>");
});
