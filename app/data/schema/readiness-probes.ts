/** Table `readiness_probes`: /readyz tries a write here. Owner: data. Personal data: none. Kept for no time: rolled back. */
export type ReadinessProbesTable = {
  filler: string;
};
