import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { deleteUnlessHeld } from "#app/compliance/records/records.server.ts";
import {
  type ChangeDeps,
  removeDestination,
  setDestinationState,
} from "#app/integrations/destinations/change-destination.server.ts";
import { findDestination } from "#app/integrations/destinations/find-destination.server.ts";
import type { IntegrationServices } from "#app/integrations/destinations/integration-services.server.ts";
import { findWealthbox } from "#app/integrations/destinations/list-destinations.server.ts";
import {
  changeWealthbox,
  connectWealthbox,
  sendExistingPeople,
} from "#app/integrations/wealthbox-connection/change-wealthbox.server.ts";
import { checkConnection } from "#app/integrations/wealthbox-connection/check-connection.server.ts";
import {
  findNextPeople,
  findPerson,
  previewSync,
  type SyncPreview,
} from "#app/integrations/wealthbox-connection/preview-sync.server.ts";
import {
  readStoredSettings,
  type WealthboxSettings,
} from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { recordViewOfPerson, type Viewer } from "#app/people/profile/record-view-of-person.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { readRevision } from "#app/staff/integrations/webhook-values.ts";
import { checkTexts, type WealthboxDone, wealthboxRefusals } from "./wealthbox.messages.ts";
import {
  findWealthboxErrors,
  readToken,
  readWealthboxSettings,
  type WealthboxErrors,
} from "./wealthbox-values.ts";

const changes = ["save", "pause", "resume", "check", "preview", "send", "remove"] as const;

export type WealthboxOutcome =
  | { kind: "done"; done: WealthboxDone }
  | { kind: "removed" }
  | { kind: "checked"; text: string; isGood: boolean }
  | { kind: "previewed"; previews: SyncPreview[] }
  /** Without settings, the form displays the current ones. */
  | {
      kind: "refused";
      status: 409 | 422;
      refusal: string;
      settings?: WealthboxSettings;
      errors: WealthboxErrors;
    };

type Deps = Omit<ChangeDeps, "keys"> & {
  clock: Clock;
  siteUrl: string;
  integrations: IntegrationServices;
  persons: PersonKeys;
  viewer: Viewer;
};
type Connection = NonNullable<Awaited<ReturnType<typeof findWealthbox>>>;

/** Applies a form of the page. @param signal ends when the browser leaves */
export async function applyWealthboxChange(
  deps: Deps,
  form: FormData,
  signal: AbortSignal,
): Promise<WealthboxOutcome> {
  const change = changes.find((each) => each === form.get("change"));
  const connection = await findWealthbox(deps.db);
  if (change === undefined || change === "save") return save(deps, connection, form);
  if (change === "preview") return preview(deps, connection, form);
  if (connection === undefined) return refuse("gone");
  const { id } = connection;
  switch (change) {
    case "pause":
    case "resume":
      await setDestinationState(deps, id, change === "pause" ? "paused" : "active");
      return { kind: "done", done: change === "pause" ? "paused" : "resumed" };
    case "check":
      return check(deps, id, signal);
    case "send":
      return { kind: "done", done: (await sendExistingPeople(deps, id)) > 0 ? "queued" : "none" };
    case "remove": {
      const removed = await deleteUnlessHeld(deps.db, (trx) => removeDestination({ ...deps, db: trx }, id));
      return removed === "held" ? refuse("held") : { kind: "removed" };
    }
  }
}

async function save(
  deps: Deps,
  connection: Connection | undefined,
  form: FormData,
): Promise<WealthboxOutcome> {
  const settings = readWealthboxSettings(form);
  const token = readToken(form);
  const errors = findWealthboxErrors(settings, token, connection === undefined);
  if (Object.keys(errors).length > 0) return { ...refuse("fields"), settings, errors };
  const change = { ...deps, keys: deps.integrations.keys };
  if (connection === undefined) {
    if (readRevision(form) > 0) return refuse("gone");
    const connected = await connectWealthbox(change, { token: token ?? "", settings });
    return connected.ok ? { kind: "done", done: "connected" } : refuse(connected.reason);
  }
  const seen = { id: connection.id, revision: readRevision(form) };
  const saved = await changeWealthbox(change, seen, { token, settings });
  return saved.ok ? { kind: "done", done: "saved" } : refuse(saved.reason);
}

async function check({ db, integrations }: Deps, id: string, signal: AbortSignal): Promise<WealthboxOutcome> {
  const destination = await findDestination({ db, keys: integrations.keys }, id);
  const checked = await checkConnection(integrations, destination?.secrets[0] ?? "", signal);
  const text = checked.ok ? checkTexts.ok(checked.name) : checkTexts.problem(checked.problem);
  return { kind: "checked", text, isGood: checked.ok };
}

/** With the stored settings, or with those of the form before Wealthbox is connected. */
async function preview(
  { db, clock, siteUrl, persons, viewer }: Deps,
  connection: Connection | undefined,
  form: FormData,
): Promise<WealthboxOutcome> {
  const settings = readStoredSettings(connection?.settings);
  const typed = form.get("email");
  const email = typeof typed === "string" ? typed.trim().toLowerCase().replaceAll("\0", "") : "";
  const found = email === "" ? undefined : await findPerson(db, email);
  if (email !== "" && found === undefined) return refuse("unknownPerson");
  const count = Number(form.get("count"));
  const people =
    found === undefined ? await findNextPeople(db, settings, count > 0 ? Math.floor(count) : 1) : [found];
  const previews: SyncPreview[] = [];
  await recordView(db, { ...viewer, list: "wealthbox-preview" });
  for (const { id, email: address } of people) {
    await recordViewOfPerson({ db, persons }, address, viewer);
    const previewed = await previewSync({ db, clock, siteUrl }, settings, id);
    if (previewed !== undefined) previews.push(previewed);
  }
  return { kind: "previewed", previews };
}

function refuse(reason: keyof typeof wealthboxRefusals): Extract<WealthboxOutcome, { kind: "refused" }> {
  const isInput = reason === "fields" || reason === "unknownPerson";
  return { kind: "refused", status: isInput ? 422 : 409, refusal: wealthboxRefusals[reason], errors: {} };
}
