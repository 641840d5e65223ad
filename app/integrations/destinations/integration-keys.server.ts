import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { createSealing, type Sealing } from "#app/platform/sealing.server.ts";

/** Encrypts the secrets of destinations. A sealed secret can be opened only for its own destination. */
export type IntegrationKeys = Sealing;

export function createIntegrationKeys(keyRing: KeyRing): IntegrationKeys {
  return createSealing(keyRing.keysFor("integrations: sealed secrets"));
}
