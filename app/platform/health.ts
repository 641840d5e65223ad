/** How the database fares, by its own word. */
export type DatabaseHealth = {
  /** How long it took to answer the simplest question. */
  latencyMs: number;
  version: string;
  sizeBytes: number;
  /** Changes of the tables that have been made, and the name of the newest. */
  migrations: { made: number; newest: string | undefined };
};

/** How this process fares with visits and their events. */
export type VisitsHealth = {
  /** What waits to be stored at this moment. */
  waiting: number;
  /** What was not stored since the process began, by reason. */
  lost: Readonly<Record<string, number>>;
};

/** Why age-based deletion jobs consider a clock implausible. */
export type ClockProblem = {
  kind: "clocks-differ" | "before-build" | "jumped-ahead" | "jumped-back" | "never-checked";
  databaseTime: Date;
  serverTime: Date;
  /** The last plausible time. */
  lastCheckAt?: Date;
};

/** The last deletion of expired data by this process. */
export type RetentionHealth = {
  /** Undefined until the first run has finished. */
  lastRun: { at: Date; removed: number } | undefined;
  /** Set while deletion is stopped because a clock is implausible. */
  clockProblem?: ClockProblem | undefined;
  /** Whether it failed since then. */
  isFailing: boolean;
};

/** The program itself. */
export type ProgramHealth = {
  version: string;
  node: string;
  startedAt: Date;
  memoryBytes: number;
};

/** Reports the state of each part of the program. Each probe can fail without affecting the others. */
export type HealthProbes = {
  database(): Promise<DatabaseHealth>;
  visits(): VisitsHealth;
  retention(): RetentionHealth;
  program(): ProgramHealth;
};
