import type { Actor } from "#app/audit/audit.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";

const actor: Actor = { kind: "shell" };

/** The audit-log dependencies of commands: the actor and the keys for persons. */
export const auditDeps = {
  actor,
  persons: createPersonKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"])),
};
