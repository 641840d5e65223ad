import type { Actor } from "#app/audit/audit.server.ts";
import { createPersonKeys, type PersonKeys } from "#app/audit/person-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";

const actor: Actor = { kind: "shell" };

/** The audit-log dependencies of commands: the actor and the keys for persons. */
export const auditDeps = {
  actor,
  persons: createPersonKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"])),
};

/** Person keys that fail the erasure of the person with an address when it is recorded. */
export function failingFor(address: string): PersonKeys {
  return {
    ...auditDeps.persons,
    subjectOf(email) {
      if (email === address) throw new Error("The test fails this erasure.");
      return auditDeps.persons.subjectOf(email);
    },
  };
}
