import { aStaffSession } from "#tests/kit/a-staff-session.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PageIndex } from "#app/compliance/page-index/page-index.tsx";
import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { KeepResult } from "#app/assessments/result/keep-result.tsx";
import { assessmentSchema } from "#app/assessments/questions/assessment.schema.ts";
import { visitSchema } from "#app/tracking/collector/visit.schema.ts";
import { readVisit } from "#app/tracking/collector/read-visit.server.ts";
import { llmsText, llmsTextPath } from "#app/pages/site-files/llms-text.ts";
import { pages } from "#app/pages/registry.ts";
import { csvRecord } from "#app/platform/text/csv.ts";
import { timeIn } from "#app/platform/calendar/zoned-time.ts";
import { EventBadge } from "#app/site/live-event/event-badge.tsx";
import { ErrorScreen } from "#app/site/chrome/error-screen.tsx";
import { heightFrom } from "#app/site/reviews/reviews-frame.island.client.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { nothingNotice } from "#app/staff/export-button/exports.messages.ts";
import { SignInCard } from "#app/staff/auth/sign-in-card.tsx";
import { quickAccessMessages } from "#app/staff/auth/sign-in.messages.ts";
import { footerGroups } from "#content/menu.ts";
import { outcomeOf, unplannedSale } from "#content/tax-example.ts";
import { filesBelow, readSource, sourceFiles } from "#tests/fences/source-files.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { departures, departuresRecord } from "./departures.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";
import { specifiedRoutes } from "./routes.ts";

/** The behavior for each numbered departure. Departures that need a database or a server are tested in the named files. */
const asserted: Readonly<Record<number, string | (() => void)>> = {
  1: () => {
    const html = renderToStaticMarkup(<SignInCard tab="sign-in" script="/assets/a.js" />);
    const [offer = ""] = /<div data-passkey="[^"]*".*?<\/form>/s.exec(html) ?? [];
    expect(wordsOf(offer)).toBe("Quick Admin Access");
    expect(offer).not.toMatch(/type="(?:email|password)"/);
    expect(quickAccessMessages.none).toBe("Auto-login account not found. Please use manual sign up first.");
  },
  2: () => {
    const waiting = { ...aStaffSession().staff, role: "pending" } as const;
    expect([canViewLeads(waiting), canExportLeads(waiting)]).toEqual([false, false]);
  },
  3: () => {
    const read = assessmentSchema.parse({ ...anAssessment(), score: 21, scoreLevel: "Exit Ready" });
    expect(read).not.toHaveProperty("score");
    expect(read).not.toHaveProperty("scoreLevel");
  },
  4: () => {
    const visit = readVisit(
      { siteUrl: "https://www.example.com", ownPagePath: () => null, shortensAddresses: false },
      {
        id: "1",
        browserKey: "2",
        // A browser can send anything, but the schema does not read it.
        input: visitSchema.parse({ ip_address: "198.51.100.1" }),
        headers: new Headers({ "user-agent": "Mozilla/5.0" }),
        clientAddress: "203.0.113.9",
        at: new Date(),
      },
    );
    expect(visit.ipAddress).toBe("203.0.113.9");
  },
  5: () => {
    expect(csvRecord(['Ada "Countess" Byron', "=1+1"])).toBe(`"Ada ""Countess"" Byron","'=1+1"\r\n`);
  },
  6: "tests/spec/departures.db.test.ts",
  7: "tests/spec/departures.db.test.ts",
  8: "tests/spec/departures.db.test.ts",
  9: () => {
    expect(timeIn("America/Chicago", new Date("2025-08-21T17:00:00Z"))).toBe("12:00 PM CDT");
  },
  10: () => {
    const product = sourceFiles.filter((file) => /^(app|content|server)\/.*\.tsx?$/.test(file));
    expect(product.filter((file) => /supabase|solana/i.test(readSource(file)))).toEqual([]);
    expect(readSource("docs/auth.md")).toContain("You must provide either an email or phone number");
  },
  11: () => {
    const html = wordsOf(renderToStaticMarkup(<ErrorScreen kind="internal" requestId="5b0c1d9e" />));
    expect(html).toContain("Unexpected Application Error!");
    expect(html).toContain("5b0c1d9e");
  },
  12: () => {
    const { capitalGainsTax, netInvestmentTax, kept } = outcomeOf(unplannedSale);
    expect([capitalGainsTax, netInvestmentTax, kept]).toEqual([2_000_000, 380_000, 7_620_000]);
  },
  13: () => {
    const badge = (phase: "upcoming" | "full", startsAt: string) =>
      wordsOf(
        renderToStaticMarkup(
          <EventBadge
            phase={phase}
            title="Before the Letter of Intent"
            startsAt={new Date(startsAt)}
            timeZone="America/Chicago"
          />,
        ),
      );
    expect(badge("upcoming", "2025-08-21T17:00:00Z")).toContain("Aug 21");
    expect(badge("full", "2026-12-17T18:00:00Z")).toContain("Dec 17");
  },
  14: () => {
    expect(nothingNotice(assessmentList.export ?? { emptyMessage: "" })).toMatchObject({
      title: "No Data",
      description: "No assessment data to export.",
    });
  },
  15: () => {
    expect(heightFrom(["height", 1_000_000])).toBe(6_000);
    expect(heightFrom("1234")).toBeUndefined();
  },
  16: "app/staff/auth/sign-in.http.test.ts",
  17: () => {
    const links = linksIn(renderToStaticMarkup(<PageIndex />));
    expect(links).toContainEqual(
      expect.objectContaining({ href: "/compliance-dashboard/print-pack", opensNewTab: true }),
    );
  },
  18: "server/pages/pages.http.test.ts",
  19: () => {
    const guides = [pages.sevenSteps.path, pages.manufacturerSale.path];
    const indexed = linksIn(renderToStaticMarkup(<PageIndex />)).map(({ href }) => href);
    const footer = footerGroups.flatMap(({ links }) => links.map(({ path }) => path));
    for (const path of guides) {
      expect(specifiedRoutes.map((route) => route.path)).not.toContain(path);
      expect(indexed).not.toContain(path);
      expect(footer).toContain(path);
    }
  },
  20: () => {
    expect(specifiedRoutes.map((route) => route.path)).not.toContain(llmsTextPath);
    expect(llmsText("https://www.example.com")).toContain("(https://www.example.com/exit-planning): ");
  },
  21: () => {
    const scripts = { loader: "/l.js", island: "/i.js" };
    const buttons = elementsIn(renderToStaticMarkup(<KeepResult scripts={scripts} />), "button");
    expect(buttons).toEqual(["Print or save as PDF", "Email me this result"]);
  },
};

describe("intentional departures from the specification", () => {
  test.each(departures)("$number: $specified", ({ number }) => {
    const assertion = asserted[number];
    if (typeof assertion === "string") expect(sourceFiles).toContain(assertion);
    else assertion?.();
    expect(assertion).toBeDefined();
  });

  test("every asserted departure is in the record", () => {
    expect(Object.keys(asserted).map(Number)).toEqual(departures.map(({ number }) => number));
  });

  test("every departure links to a record with the reason", () => {
    const records = filesBelow("docs/decisions", /\.md$/);
    for (const { more } of departures) {
      const [, record] = /\(([^)]+\.md)\)/.exec(more) ?? [];
      expect(records).toContain(record === undefined ? departuresRecord : `docs/decisions/${record}`);
    }
  });
});
