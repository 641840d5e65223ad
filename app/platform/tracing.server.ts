import { type Attributes, type SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

// Spans contain no personal data: no parameters of queries, no query strings, no addresses and no messages of errors.

/** Does nothing until `startTracing` (server/monitoring) registers a provider, so it is looked up for each span. */
const findTracer = () => trace.getTracer("exit-planning-practice");

export type TracedWork = { name: string; kind?: SpanKind; attributes?: Attributes };

/** Runs work in a span, which is the parent of the spans that the work starts. A thrown error is recorded by its name. */
export function inSpan<Result>(
  { name, ...options }: TracedWork,
  work: (addAttributes: (attributes: Attributes) => void) => Promise<Result>,
): Promise<Result> {
  return findTracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work((attributes) => span.setAttributes(attributes));
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records work that has ended as a span, if it was a part of other traced work. @param durationMs how long the work took until now */
export function recordSpan({ name, ...options }: TracedWork, durationMs: number, hasFailed: boolean): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const endedAt = Date.now();
  const span = findTracer().startSpan(name, { ...options, startTime: endedAt - durationMs });
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
