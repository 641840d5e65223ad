/**
 * Table `readiness_probes`: /readyz attempts a write here. Owner: data. Personal data: none. Kept: no rows, because each insert is rolled
 * back.
 */
export type ReadinessProbesTable = {
  filler: string;
};
