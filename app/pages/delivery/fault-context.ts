import { createContext } from "react";
import type { ErrorKind } from "#app/platform/errors.ts";

/** The parts of a fault that the error screen can display: its kind, and the request ID in the log. */
export type Fault = { kind: ErrorKind; requestId: string };

/** Set while an error response is rendered. Error pages contain no scripts, so the browser does not need it. */
export const FaultContext = createContext<Fault | null>(null);
