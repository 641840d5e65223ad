import { StartupProblem } from "#app/platform/startup-problem.ts";
import { EmbeddedPostgresError } from "#embedded-postgres";

/** Turns an error of the embedded PostgreSQL into one that the program prints without a stack trace. */
export function rethrowAsStartupProblem(error: unknown): never {
  throw toStartupProblem(error);
}

export function toStartupProblem(error: unknown): unknown {
  return error instanceof EmbeddedPostgresError ? new StartupProblem(error.message) : error;
}
