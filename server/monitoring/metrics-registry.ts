import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { histograms, type MetricSources, metrics } from "./metrics.ts";
import type { MonitoredState } from "./monitored-state.server.ts";

/** Records durations in seconds. */
export type Observers = {
  request(route: string, seconds: number): void;
  render(kind: "shared" | "request", seconds: number): void;
  poolWait(seconds: number): void;
};

/** The metrics of one process, in the form that `AggregatorRegistry.aggregate` accepts. */
export type MetricReport = readonly object[];

/** What one of several processes of a server needs for the metrics of all of them. */
export type MetricsExchange = {
  /** The number of this process, from 1. */
  number: number;
  /** Sets the function that returns the metrics of this process. */
  reportWith(readReport: () => Promise<MetricReport>): void;
  /** Returns the metrics of all processes that answer. */
  collectReports(): Promise<MetricReport[]>;
};

export type MetricsRegistry = {
  observers: Observers;
  contentType: string;
  /** Names of all metrics. */
  names(): string[];
  /** The current values in the text format of Prometheus. */
  print(): Promise<string>;
  /** The current values as data, for `printReports`. */
  report(): Promise<MetricReport>;
};

/**
 * @param readState the state of the program; metrics of an unknown state are omitted
 * @param worker the number of this process, if the server has several
 */
export function createMetricsRegistry(
  sources: MetricSources,
  readState: () => Promise<MonitoredState>,
  worker?: number,
): MetricsRegistry {
  const registry = new Registry();
  const processLabels: Readonly<Record<string, string>> =
    worker === undefined ? {} : { worker: String(worker) };
  // Event loop delay, memory and garbage collection, among others.
  collectDefaultMetrics({ register: registry, labels: processLabels });
  const updates = Object.entries(metrics).map(([name, { type, help, labels = [], isPerProcess, read }]) => {
    const Type = type === "counter" ? Counter : Gauge;
    const common = isPerProcess === true ? processLabels : {};
    const labelNames = [...labels, ...Object.keys(common)];
    const metric = new Type({ name, help, labelNames, registers: [registry] });
    return (state: MonitoredState): void => {
      metric.reset();
      // A metric without labels has the value 0 after a reset.
      if (labelNames.length === 0) metric.remove();
      for (const sample of read(sources, state)) metric.inc({ ...sample.labels, ...common }, sample.value);
    };
  });
  const update = async (): Promise<void> => {
    const state = await readState();
    for (const updateMetric of updates) updateMetric(state);
  };
  return {
    observers: createObservers(registry, processLabels),
    contentType: registry.contentType,
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
    async print() {
      await update();
      return registry.metrics();
    },
    async report() {
      await update();
      const values = await registry.getMetricsAsJSON();
      return values.map((metric) => ({ ...metric, aggregator: metrics[metric.name]?.ofSeveral ?? "first" }));
    },
  };
}

/** Prints the metrics of several processes. */
export function printReports(reports: readonly MetricReport[]): Promise<string> {
  return AggregatorRegistry.aggregate([...reports]).metrics();
}

function createObservers(registry: Registry, common: Readonly<Record<string, string>>): Observers {
  const create = (name: keyof typeof histograms): Histogram => {
    const { help, labels, buckets } = histograms[name];
    return new Histogram({
      name,
      help,
      labelNames: [...labels, ...Object.keys(common)],
      buckets: [...buckets],
      registers: [registry],
    });
  };
  const requests = create("practice_http_request_duration_seconds");
  const renders = create("practice_page_render_seconds");
  const poolWaits = create("practice_database_pool_wait_seconds");
  return {
    request: (route, seconds) => requests.observe({ route, ...common }, seconds),
    render: (kind, seconds) => renders.observe({ kind, ...common }, seconds),
    poolWait: (seconds) => poolWaits.observe({ ...common }, seconds),
  };
}
