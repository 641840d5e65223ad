import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import type { IntegrationKeys } from "./integration-keys.server.ts";

/** What screens need to manage integrations. */
export type IntegrationServices = {
  keys: IntegrationKeys;
  /** Whether webhooks may use http:// URLs of this machine, as in development. */
  allowsLocalUrls: boolean;
  /** Sends requests to other systems. */
  sendRequest: SendRequest;
  /** Undefined for the documented address of Wealthbox. */
  wealthboxUrl?: string | undefined;
  /** Wakes the worker after a delivery was queued, so that it does not wait for its next poll. */
  wake(): void;
};
