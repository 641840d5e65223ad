/** The state of the database, as it reports it. */
export type DatabaseHealth = {
  /** Duration of a trivial query. */
  latencyMs: number;
  version: string;
  sizeBytes: number;
  /** The number of applied migrations, and the name of the newest. */
  migrations: { made: number; newest: string | undefined };
  /** The disk of an embedded database. */
  disk?: DiskSpace | undefined;
};

export type DiskSpace = { freeBytes: number; totalBytes: number };

const minFreeDiskBytes = 2 ** 30;
const minFreeDiskShare = 0.05;

/** Whether little space is left. The server stops accepting writes later (`minFreeDiskBytes` of the readiness check). */
export function isDiskLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < minFreeDiskBytes || freeBytes < totalBytes * minFreeDiskShare;
}

/** The state of visit and event storage in this process. */
export type VisitsHealth = {
  /** Number of entries that wait to be stored. */
  waiting: number;
  /** Entries that were not stored since the process started, by reason. */
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
  /** Whether a legal hold kept the data of leads in the last run. */
  isHeld?: boolean;
};

/** The mailbox that receives reports of undelivered email. */
export type BounceHealth = {
  /** Null before the first read. */
  lastReadAt: Date | null;
  /** Why the last read failed. Null after a success. */
  problem: string | null;
  nextReadAt: Date | null;
  /** Numbers of reports: applied to an email, not from an email of this program, and impossible to read. */
  applied: number;
  ignored: number;
  unreadable: number;
  /** Addresses that are marked as undeliverable. */
  undeliverable: number;
};

/** The backups of the database, made by any server or command. */
export type BackupHealth = {
  /** Whether this server makes them. */
  isScheduled: boolean;
  lastGood: { at: Date; sizeBytes: number; rows: number; durationMs: number } | undefined;
  /** The last attempt, if it failed. */
  lastProblem: { at: Date; text: string } | undefined;
  /** Whether the last good one is too old. Only if they are scheduled. */
  isOverdue: boolean;
};

/** The running program. */
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
  /** Undefined if no mailbox is set up. */
  bounces(): Promise<BounceHealth | undefined>;
  backups(): Promise<BackupHealth>;
  program(): ProgramHealth;
};
