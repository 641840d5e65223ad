import { shortDate } from "#app/platform/calendar/long-date.ts";
import { actionPhrases } from "#app/audit/audit-action.messages.ts";
import { type AuditAction, auditActions } from "#app/audit/audit-action.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { emailStateNames } from "#app/email/outbox/email-states.messages.ts";
import { deliveryStateNames } from "#app/integrations/deliveries/delivery-states.messages.ts";
import { roleNames } from "#app/identity/accounts/role-names.messages.ts";
import { practice } from "#content/practice.ts";
import { detailNames, namesByAction, valueNames } from "./audit-details.messages.ts";
import { choiceLabels, describeRows, filterLabels } from "./list-wording.server.ts";

/** Details as labels and values, in a fixed order. @param shown details that the sentence contains already */
export function describeDetails(
  { action, details }: Pick<AuditLine, "action" | "details">,
  shown: readonly string[],
): (readonly [name: string, value: string])[] {
  const order = Object.keys(detailNames);
  const position = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(details)
    .filter(([key]) => key !== sessionDetail && !shown.includes(key))
    .toSorted(([one], [other]) => position(one) - position(other))
    .map(([key, value]) => [detailName(action, key), describeValue(key, String(value))]);
}

/** The label of a detail. The key serves for details of other versions of the program. */
export function detailName(action: string, key: string): string {
  const known = findAction(action);
  const special = known === undefined ? {} : (namesByAction[known] ?? {});
  return findText(special, key) ?? findText(detailNames, key) ?? findText(filterLabels, key) ?? key;
}

export function describeValue(key: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return shortDayIn(practice.timeZone, new Date(value));
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return shortDate(value);
  if (key === "list") return describeRows(value);
  const texts = Object.hasOwn(valueTexts, key) ? valueTexts[key] : undefined;
  return (texts === undefined ? undefined : findText(texts, value)) ?? value;
}

/** The action with a name, or undefined for an action of another version of the program. */
export function findAction(name: string): AuditAction | undefined {
  return auditActions.find((action) => action === name);
}

const valueTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...choiceLabels,
  ...valueNames,
  action: actionPhrases,
  role: roleNames,
  from: roleNames,
  was: { ...emailStateNames, ...deliveryStateNames },
};

/** Recorded keys may equal the name of a property that every object has. */
function findText(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** Distinguishes repeated views. It is only in the raw export, because it tells readers nothing. */
const sessionDetail = "session";
