/**
 * Something the operator has to put right before the program can run: a taken port, a folder that
 * cannot be written, a setting that is malformed. The message is one sentence that says what to do;
 * `server/main.ts` prints it without a stack trace and ends with exit code 1.
 */
export class StartupProblem extends Error {
  override readonly name = "StartupProblem";
}
