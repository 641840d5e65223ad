import { createContext } from "react";
import type { ErrorKind } from "#app/platform/errors.ts";

/** What the error screen may know of a fault: its kind, and the number under which the log has it. */
export type Fault = { kind: ErrorKind; requestId: string };

/** Set while an answer with a fault is rendered. Pages with a fault carry no scripts, so the browser never needs it. */
export const FaultContext = createContext<Fault | null>(null);
