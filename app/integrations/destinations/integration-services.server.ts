import type { IntegrationKeys } from "./integration-keys.server.ts";

/** What screens need to manage integrations. */
export type IntegrationServices = {
  keys: IntegrationKeys;
  /** Whether webhooks may use http:// URLs of this machine, as in development. */
  allowsLocalUrls: boolean;
  /** Wakes the worker after a delivery was queued, so that it does not wait for its next poll. */
  wake(): void;
};
