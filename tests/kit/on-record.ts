import type { Actor } from "#app/audit/audit.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";

const actor: Actor = { kind: "shell" };

/** What commands need for the audit log: who does it, and under which name persons stand there. */
export const onRecord = {
  actor,
  persons: createPersonKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"])),
};
