import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { storeRandomSources } from "#tests/kit/random-sources.ts";

const now = new Date("2026-11-23T15:00:00Z");
const site = testApp({ now });
const { audited, cookieOf, get, page } = asStaff(site);

beforeEach(() =>
  storeRandomSources(site.db, { people: 60, visits: 80, until: now.toISOString(), seed: 0.7 }),
);

/** The texts of the cells of a row. */
function readRow(html: string, name: string): string[] {
  const row =
    html
      .split("<tr")
      .slice(1)
      .find((each) => each.includes(`>${name}<`)) ?? "";
  return [...row.matchAll(/<span class="(?:now|was)">(.*?)<\/span>/g)].map(([, cell = ""]) =>
    cell.replaceAll(/<[^>]+>/g, ""),
  );
}

describe("the screen of sources", () => {
  test("displays both periods, with tables beside the charts, without scripting", async () => {
    const html = await page("/admin/sources", await cookieOf("examiner"));
    for (const said of [
      "<title>Sources |",
      "Aug 31 – Nov 22, 2026",
      "Second line: Jun 8 – Aug 30, 2026",
      "Assessments per week",
      "Week of Aug 31: ",
      "All campaigns",
      "No campaign",
      "Automated traffic, not counted above",
    ]) {
      expect(html).toContain(said);
    }
    expect(html.match(/<svg[^>]*class="chart"/g)).toHaveLength(1);
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("displays markup in the name of a campaign as text", async () => {
    const html = await page("/admin/sources", await cookieOf("staff"));
    expect(html).toContain("&lt;b&gt;bold&lt;/b&gt; &amp; &quot;co&quot;");
    expect(html).not.toContain("<b>bold");
  });

  test("displays counts instead of percentages for fewer than ten leads", async () => {
    await sql`delete from pre_loi_assessments where email not in (select email from people where first_campaign is null limit 4)`.execute(
      site.db,
    );
    await sql`delete from linkedin_live_signups`.execute(site.db);
    const html = await page("/admin/sources?period=year", await cookieOf("staff"));
    expect(html).toMatch(/\d of [1-4]</);
    expect(html).toContain("Fewer than 10 leads: sorted by name, not ranked");
  });

  test("counts a lead of a channel and of a page, by the first or last touch", async () => {
    const cookie = await cookieOf("staff");
    for (const by of ["channel", "page"]) {
      for (const touch of ["first", "last"]) {
        const html = await page(`/admin/sources?by=${by}&touch=${touch}`, cookie);
        const [{ people } = { people: 0 }] = (
          await sql<{ people: number }>`select count(*) as people from people
            where (created_at at time zone 'America/Chicago')::date between '2026-08-31' and '2026-11-22'
              and traffic_class is distinct from 'machine' and ${sql.ref(`${touch}_${by}`)} = ${by === "page" ? "/faqs" : "newsletter"}`.execute(
            site.db,
          )
        ).rows;
        expect(readRow(html, by === "page" ? "/faqs" : "newsletter")).toContain(String(people));
      }
    }
  });

  test("offers exports and edits only to those who may use them", async () => {
    const offers = async (role: "examiner" | "staff") => {
      const html = await page("/admin/sources", await cookieOf(role));
      return ["Enter spend", "Edit names", "Campaigns (CSV)"].filter((offer) => html.includes(offer));
    };
    expect(await offers("examiner")).toEqual([]);
    expect(await offers("staff")).toEqual(["Enter spend", "Edit names", "Campaigns (CSV)"]);
  });

  test("reports invalid parts of the URL and exchanges reversed dates", async () => {
    const cookie = await cookieOf("staff");
    const html = await page("/admin/sources?by=moon&from=2026-02-30&touch=third", cookie);
    expect(html).toContain("“moon” is not a valid choice for “Group by” and was ignored.");
    expect(html).toContain("“From” must be a day");
    const reversed = await page("/admin/sources?from=2026-11-10&to=2026-11-01", cookie);
    expect(reversed).toContain("Nov 1 – Nov 10, 2026");
    expect(reversed).not.toContain("is later than");
    expect(await page("/admin/sources?from=1999-01-01&to=2026-11-01", cookie)).toContain(
      "A period can be at most two years long.",
    );
  });

  test("displays empty periods without an error", async () => {
    const html = await page(
      "/admin/sources?from=2031-01-01&to=2031-01-02&compare=none",
      await cookieOf("staff"),
    );
    expect(html).toContain("No visits or leads in this period.");
    expect(html).toContain("No assessments in this period.");
  });
});

/** The numbers of the screen that lead to people, with the query of their list. */
function readLinks(html: string): { query: string; number: number }[] {
  return [...html.matchAll(/<a [^>]*?href="\/admin\/people\?([^"]+)"[^>]*>([\d,]+)<\/a>/g)].map(
    ([, query = "", number = ""]) => ({
      query: query.replaceAll("&amp;", "&"),
      number: Number(number.replaceAll(",", "")),
    }),
  );
}

test.each([
  ["", ""],
  ["?by=channel&touch=last&period=year", " @long"],
  ["?by=page&period=month&compare=year-before", " @long"],
])("every number of %s is that of the export of its people%s", async (query) => {
  const cookie = await cookieOf("owner");
  const links = readLinks(await page(`/admin/sources${query}`, cookie));
  expect(links.length).toBeGreaterThan(10);
  // Exports are slow, so this checks some of them; source-links.db.test.ts checks the lists of all.
  for (const link of links.filter((_, index) => index % 9 === 0)) {
    const response = await get(`/api/exports/people.csv?${link.query}`, cookie);
    await response.text();
    expect([link.query, response.status, Number(response.headers.get("x-record-count"))]).toEqual([
      link.query,
      200,
      link.number,
    ]);
  }
});

describe("the exports of sources", () => {
  test("have the figures of the screen, and are recorded", async () => {
    const cookie = await cookieOf("staff");
    const file = await (await get("/api/exports/source-report.csv?by=page&period=year", cookie)).text();
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
    const html = await page("/admin/sources?by=page&period=year", cookie);
    for (const row of rows.filter(({ Source }) => Source !== "")) {
      const { Leads = "", Clients = "" } = row;
      expect(readRow(html, row["Source"] ?? "")).toEqual(expect.arrayContaining([Leads, Clients]));
    }
    expect(rows.length).toBeGreaterThan(3);
    expect(await audited("leads-exported")).toMatchObject([
      {
        details: { list: "source-report", by: "page", period: "year", records: rows.length, end: "complete" },
      },
    ]);
  });

  test("of the funnel and the weeks agree", async () => {
    const cookie = await cookieOf("staff");
    const read = async (name: string): Promise<Record<string, string>[]> =>
      parse(await (await get(`/api/exports/${name}.csv`, cookie)).text(), { bom: true, columns: true });
    const assessed = (await read("source-funnel")).find(({ Step }) => Step === "Took the assessment");
    const weeks = await read("source-weeks");
    expect(weeks).toHaveLength(12);
    const sum = weeks.reduce((total, { Assessments }) => total + Number(Assessments), 0);
    expect(Number(assessed?.["Number"])).toBe(sum);
  });

  test.each(["?by=moon", "?color=blue"])("refuse the invalid query %s", async (query) => {
    const response = await get(`/api/exports/source-report.csv${query}`, await cookieOf("staff"));
    expect(response.status).toBe(400);
  });
});
