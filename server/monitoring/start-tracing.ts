import { context, diag, DiagLogLevel, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "#app/platform/log.server.ts";

/** Where and how traces are sent. */
export type TraceSettings = {
  /** The base URL of a receiver that speaks OTLP over HTTP. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** From 0 to 1: the share of the requests that is traced. */
  sampleShare: number;
};

type Deps = { log: Log; version: string; worker?: { number: number } | undefined };

/** Sends spans to a receiver in batches. A receiver that does not respond delays no request: spans are dropped. */
export function startTracing(settings: TraceSettings, deps: Deps): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: new URL("v1/traces", `${settings.endpoint.replace(/\/$/, "")}/`).href,
    headers: { ...settings.headers },
  });
  logFailures(deps.log);
  return registerProvider(new BatchSpanProcessor({ exporter }), settings.sampleShare, deps);
}

/** @param processor receives the spans */
export function registerProvider(
  processor: SpanProcessor,
  sampleShare: number,
  { version, worker }: Omit<Deps, "log">,
): { stop(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "exit-planning-practice",
      "service.version": version,
      ...(worker === undefined ? {} : { "service.instance.id": String(worker.number) }),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleShare) }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}

const msBetweenWarnings = 60_000;

/** Logs at most once a minute that spans could not be sent. The messages of the library can contain the response of the receiver. */
function logFailures(log: Log): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (): void => {
    const now = performance.now();
    if (now - warnedAt < msBetweenWarnings) return;
    warnedAt = now;
    log.warn("tracing.export_failed");
  };
  const ignore = (): void => undefined;
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
