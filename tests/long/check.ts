/** Thrown by a check that cannot run here. The message gives the reason. */
export class NotRun extends Error {}

/**
 * Runs one check and prints its result as a line for `prove`. A failure does not stop later checks; the program then exits with 1.
 * @param make throws if the check fails; can return details
 */
export async function check(what: string, make: () => Promise<string | undefined>): Promise<void> {
  const began = performance.now();
  const print = (result: string, detail?: string): void => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const line = detail === undefined ? what : `${what}: ${detail.replaceAll(/\s+/g, " ").trim()}`;
    process.stdout.write(`${result.padEnd(7)}  ${seconds.padStart(6)} s  ${line}\n`);
  };
  try {
    print("passed", await make());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof NotRun) {
      process.stdout.write(`NOT RUN: ${what}, because ${reason}\n`);
      return;
    }
    process.exitCode = 1;
    process.stderr.write(`${what}: ${reason}\n`);
    print("FAILED", reason.split("\n", 1)[0]?.replace(/:$/, ""));
  }
}
