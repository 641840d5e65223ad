import type { Identity, Visitor } from "#app/identity/identity.server.ts";
import { parseForm } from "#app/platform/form.ts";
import { passwordSchema } from "#app/staff/sign-in/sign-in.schema.ts";
import type { ProveState } from "./prove-card.tsx";
import { proveMessages } from "./prove.messages.ts";
import { codeSchema } from "./prove.schema.ts";

export type ProofAnswer =
  | { outcome: "given"; headers: Headers }
  | { outcome: "refused"; status: number; state: ProveState }
  /** The session has ended; `because` is a key of `leadBackMessages`. */
  | { outcome: "signed-out"; because?: string };

/** Takes a code, of the app or one for recovery, or the password: whichever the form carries. */
export async function giveProof(identity: Identity, visitor: Visitor, form: FormData): Promise<ProofAnswer> {
  const kind = form.has("code") ? "code" : "password";
  const typed = kind === "code" ? parseForm(codeSchema, form) : parseForm(passwordSchema, form);
  if (!typed.ok) {
    return { outcome: "refused", status: 422, state: { error: Object.values(typed.fieldErrors)[0] } };
  }

  const proof =
    "code" in typed.value
      ? await identity.proveCode(visitor, typed.value.code)
      : await identity.provePassword(visitor, typed.value.password);
  if (proof.ok) return { outcome: "given", headers: proof.headers };
  if (proof.reason === "signed-out") return { outcome: "signed-out" };
  const isEnded =
    proof.reason === "too-many" && (await identity.currentSession(visitor.request.headers)) === null;
  if (isEnded) return { outcome: "signed-out", because: "codes" };
  return {
    outcome: "refused",
    status: statuses[proof.reason],
    state: { alert: { text: proveMessages[kind][proof.reason] } },
  };
}

const statuses = { wrong: 401, "too-many": 429, busy: 503 } as const;
