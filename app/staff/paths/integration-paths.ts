import { pages } from "#app/pages/registry.ts";

export const newWebhookPath = `${pages.integrations.path}/new`;

export const deliveriesPath = `${pages.integrations.path}/deliveries`;

export const wealthboxPath = `${pages.integrations.path}/wealthbox`;

export function webhookPath(id: string): string {
  return `${pages.integrations.path}/${id}`;
}

export function deliveryPath(id: string): string {
  return `${deliveriesPath}/${id}`;
}

/** The log of one destination. */
export function deliveriesOfPath(destinationId: string): string {
  return `${deliveriesPath}?destination=${destinationId}`;
}
