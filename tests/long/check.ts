/** Thrown by a check that cannot run here. The message gives the reason. */
export class NotRun extends Error {}

/**
 * Runs one check and prints its result as a line for `prove`. A failure does not stop later checks; the program then exits with 1.
 * @param make throws if the check fails; can return details
 */
export async function check(what: string, make: () => Promise<string | undefined>): Promise<void> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    const detail = await make();
    reportResult({ what: detail === undefined ? what : `${what}: ${detail}`, seconds: seconds() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof NotRun) {
      process.stdout.write(`NOT RUN: ${what}, because ${reason}\n`);
      return;
    }
    reportResult({ what, seconds: seconds(), failure: reason });
  }
}

/** Prints the result of a check as a line for `prove`. After a failure, the program exits with 1. */
export function reportResult({
  what,
  seconds,
  failure,
}: {
  what: string;
  seconds: number;
  failure?: string;
}): void {
  const print = (result: string, text: string): void => {
    const line = text.replaceAll(/\s+/g, " ").trim();
    process.stdout.write(`${result.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s  ${line}\n`);
  };
  if (failure === undefined) {
    print("passed", what);
    return;
  }
  process.exitCode = 1;
  process.stderr.write(`${what}: ${failure}\n`);
  print("FAILED", `${what}: ${failure.split("\n", 1)[0]?.replace(/:$/, "") ?? ""}`);
}
