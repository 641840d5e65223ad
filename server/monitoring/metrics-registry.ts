import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { histograms, type MetricSources, metrics } from "./metrics.ts";
import type { MonitoredState } from "./monitored-state.server.ts";

/** Records durations in seconds. */
export type Observers = {
  request(route: string, seconds: number): void;
  render(kind: "shared" | "request", seconds: number): void;
  poolWait(seconds: number): void;
};

export type MetricsRegistry = {
  observers: Observers;
  contentType: string;
  /** Names of all metrics. */
  names(): string[];
  /** The current values in the text format of Prometheus. */
  print(): Promise<string>;
};

/** @param readState the state of the program; metrics of an unknown state are omitted */
export function createMetricsRegistry(
  sources: MetricSources,
  readState: () => Promise<MonitoredState>,
): MetricsRegistry {
  const registry = new Registry();
  // Event loop delay, memory and garbage collection, among others.
  collectDefaultMetrics({ register: registry });
  const updates = Object.entries(metrics).map(([name, { type, help, labels = [], read }]) => {
    const Type = type === "counter" ? Counter : Gauge;
    const metric = new Type({ name, help, labelNames: labels, registers: [registry] });
    return (state: MonitoredState): void => {
      metric.reset();
      // A metric without labels has the value 0 after a reset.
      if (labels.length === 0) metric.remove();
      for (const sample of read(sources, state)) metric.inc(sample.labels ?? {}, sample.value);
    };
  });
  return {
    observers: createObservers(registry),
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    async print() {
      const state = await readState();
      for (const update of updates) update(state);
      return registry.metrics();
    },
  };
}

function createObservers(registry: Registry): Observers {
  const create = (name: keyof typeof histograms): Histogram => {
    const { help, labels, buckets } = histograms[name];
    return new Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      registers: [registry],
    });
  };
  const requests = create("practice_http_request_duration_seconds");
  const renders = create("practice_page_render_seconds");
  const poolWaits = create("practice_database_pool_wait_seconds");
  return {
    request: (route, seconds) => requests.observe({ route }, seconds),
    render: (kind, seconds) => renders.observe({ kind }, seconds),
    poolWait: (seconds) => poolWaits.observe(seconds),
  };
}
