/** Thrown by a check that cannot be made here; the message says why. */
export class NotRun extends Error {}

/**
 * Makes one check and prints its result as a line of `prove`'s table. Checks go on after one that failed; the program then
 * ends with 1.
 * @param make throws where it fails; may return what is worth telling
 */
export async function check(what: string, make: () => Promise<string | undefined>): Promise<void> {
  const began = performance.now();
  const print = (result: string, detail?: string): void => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const told = detail === undefined ? what : `${what}: ${detail.replaceAll(/\s+/g, " ").trim()}`;
    process.stdout.write(`${result.padEnd(7)}  ${seconds.padStart(6)} s  ${told}\n`);
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
