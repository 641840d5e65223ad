import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { decideClaims } from "#app/compliance/claims/decide-claims.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPage, setRecordedAt } from "#tests/kit/published-site.ts";
import { claimWith, publishClaims } from "#tests/kit/stored-claims.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./record.ts";

const { db } = testDatabase();
const folder = mkdtempSync(join(tmpdir(), "record-claims-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("record export", () => {
  it("writes the claims of the pages with their status at that time, and all decisions until now", async () => {
    await publishClaims(db, [aPage("/about", "<p>We have 5 offices.</p>")]);
    await publishClaims(db, [aPage("/about", "<p>We have 6 offices.</p>")]);
    await setRecordedAt(db, 1, "2026-03-01T16:00:00Z");
    await setRecordedAt(db, 2, "2026-03-05T16:00:00Z");
    const evidence = {
      evidenceUrl: null,
      evidenceNote: "The leases",
      evidenceFile: null,
      asOf: "2026-01-01",
      expiresOn: "2026-12-31",
    };
    const id = await claimWith(db, "5 offices");
    const deps = {
      db,
      actor: actorOf({ id: "ruth", email: "ruth@example.com" }),
      clientAddress: "192.0.2.1",
    };
    const clockAt = (at: string) => ({ now: () => new Date(at) });
    await decideClaims({ ...deps, clock: clockAt("2026-03-02T16:00:00Z") }, [{ id, revision: 0 }], {
      decision: "bound",
      ...evidence,
    });
    await decideClaims({ ...deps, clock: clockAt("2026-03-04T16:00:00Z") }, [{ id, revision: 1 }], {
      decision: "waived",
      reason: "Withdrawn",
    });
    const target = join(folder, "claims");
    const { out } = await runCommand(run, ["export", target, "--at", "2026-03-03T10:00"], { db });
    expect(out).toContain("1 claims");
    expect(JSON.parse(readFileSync(join(target, "claims.json"), "utf8"))).toMatchObject({
      position: 1,
      at: "2026-03-03T16:00:59.999Z",
      claims: [
        {
          figure: "5 offices",
          sentence: "We have 5 offices.",
          pages: ["/about"],
          source: null,
          status: "bound",
          decisions: [
            {
              revision: 1,
              ...evidence,
              decidedAt: "2026-03-02T16:00:00.000Z",
              decidedBy: "ruth@example.com",
            },
            { revision: 2, decision: "waived", decidedAt: "2026-03-04T16:00:00.000Z", reason: "Withdrawn" },
          ],
        },
      ],
    });
  });
});
