import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { afterAll, beforeEach, expect, it } from "vitest";
import { aPerson } from "#tests/kit/person-data.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { registerProvider } from "./start-tracing.ts";

const site = testApp();
const { cookieOf, page } = asStaff(site);
const exporter = new InMemorySpanExporter();
const tracing = registerProvider(new SimpleSpanProcessor({ exporter }), 1, { version: "test" });

afterAll(() => tracing.stop());
beforeEach(() => exporter.reset());

const findSpan = (name: string): ReadableSpan | undefined =>
  exporter.getFinishedSpans().find((span) => span.name === name);

it("traces a request to the staff area with its queries and its rendering", async () => {
  const cookie = await cookieOf("owner");
  exporter.reset();
  await page("/admin/today", cookie);
  const request = findSpan("GET /admin/today");
  expect(request?.attributes).toMatchObject({ "http.response.status_code": 200, "url.path": "/admin/today" });
  const rendering = findSpan("render");
  expect(rendering?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  const queries = exporter.getFinishedSpans().filter(({ attributes }) => "db.query.text" in attributes);
  expect(queries.length).toBeGreaterThan(3);
  for (const query of queries) expect(query.spanContext().traceId).toBe(request?.spanContext().traceId);
});

it("records no personal data of a form", async () => {
  const form = anAssessment({ email: aPerson("ada").email });
  await site.postJson("/functions/v1/pre-loi-assessment", form, { cookie: "visit=secret-cookie" });
  expect(findSpan("POST /functions/v1/pre-loi-assessment")).toBeDefined();
  const recorded = JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, status, events }) => [name, attributes, status, events]),
  );
  for (const value of [form.email, form.name, form.phone, "secret-cookie", "127.0.0.1"]) {
    expect([value, recorded.includes(String(value))]).toEqual([value, false]);
  }
});

it("does not continue a trace that a client names, and does not trace pages from memory", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await site.request("/admin/today?x=1", { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
  expect(findSpan("GET /admin/today")?.spanContext().traceId).not.toBe(traceId);
  exporter.reset();
  await site.request("/about");
  await site.request("/about");
  expect(exporter.getFinishedSpans()).toEqual([]);
});
