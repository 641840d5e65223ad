import * as z from "zod/mini";
import { codeMissing } from "./step-up.messages.ts";

/** A code as it was typed, with spaces or without. Longer than any code is none. */
export const codeSchema = z.object({
  code: z
    .string({ error: codeMissing })
    .check(
      z.trim(),
      z.minLength(1, { error: codeMissing, abort: true }),
      z.maxLength(100, { error: codeMissing }),
    ),
});
