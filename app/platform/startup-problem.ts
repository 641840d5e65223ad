/**
 * A problem that the operator must fix before the program can run, such as a port in use, a folder without write access or a malformed
 * setting. The message is one sentence that says what to do. `server/main.ts` prints it without a stack trace and exits with code 1.
 */
export class StartupProblem extends Error {
  override readonly name = "StartupProblem";
}
