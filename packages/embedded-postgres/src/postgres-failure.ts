/** Explains to the administrator why PostgreSQL or initdb failed. The output is English, because LC_ALL=C is set. */
export function describePostgresFailure(pgData: string, output: string): string {
  const known = knownFailures.find((failure) => failure.sign.test(output));
  if (known !== undefined) return known.sentence(pgData);
  const reason = lastReason(output);
  return `PostgreSQL could not start on ${pgData}${reason === "" ? "" : ` (${reason})`}: correct that, or set DATABASE_URL to another PostgreSQL server.`;
}

/** Whether the failure is temporary because the processes of a recently killed server are still ending. */
export function isTemporaryFailure(output: string): boolean {
  return /lock file ".*" (already exists|is empty)|pre-existing shared memory block/.test(output);
}

const knownFailures: readonly { sign: RegExp; sentence: (pgData: string) => string }[] = [
  {
    sign: /No space left on device|Disk quota exceeded/,
    sentence: (pgData) =>
      `There is no space left for the database in ${pgData}: free some space and start again.`,
  },
  {
    sign: /Read-only file system/,
    sentence: (pgData) =>
      `The database folder ${pgData} is on a read-only file system: make it writable or choose another DATA_DIR.`,
  },
  {
    sign: /Permission denied|Operation not permitted|has wrong ownership/,
    sentence: (pgData) =>
      `The database folder ${pgData} belongs to another user or is not accessible to this one: start the program as the user who owns it, or choose another DATA_DIR.`,
  },
  {
    sign: /error while loading shared libraries|Library not loaded/,
    sentence: () =>
      `This system lacks a library that the PostgreSQL of this program needs: install it, or set DATABASE_URL to another PostgreSQL server.`,
  },
  {
    sign: /could not look up effective user ID/,
    sentence: () =>
      `PostgreSQL requires a user with a name, and its user has none in /etc/passwd: start the program as a named user, or set DATABASE_URL to another PostgreSQL server.`,
  },
  {
    sign: /could not create shared memory segment|Cannot allocate memory/,
    sentence: () =>
      `There is not enough memory to start the database: free some, or set DATABASE_URL to a PostgreSQL server elsewhere.`,
  },
];

function lastReason(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => /FATAL|PANIC|error|could not|invalid|unrecognized/i.test(line));
  return (lines[0] ?? "")
    .replace(/^.*?(FATAL|PANIC|LOG|error):\s*/i, "")
    .trim()
    .replace(/\.$/, "");
}
