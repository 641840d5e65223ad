import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useLive } from "#app/staff/live-updates/use-live.ts";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { loadFailure } from "#app/staff/shell/error-page.messages.ts";
import type { Notice } from "#app/ui/notifications.tsx";
import {
  cacheLifetimeMs,
  createDashboardRefresher,
  type DashboardRefresher,
  RefusedError,
} from "./dashboard-refresher.client.ts";
import type { DashboardView, ListView } from "./dashboard-view.ts";

/** How often the dashboard is loaded while the stream is not connected. */
const pollIntervalMs = 60_000;

/**
 * The dashboard as loaded with the page, and reloaded when the change feed announces a change. A failure leaves the screen unchanged and
 * is reported. A plain fetch implements the specification's retry rules. A query library is not worth adding for one request.
 */
export function useDashboard(loaded: DashboardView, post: (notice: Notice) => void) {
  const [view, setView] = useState(loaded);
  const [error, setError] = useState<unknown>();
  const refresher = useRef<DashboardRefresher>(undefined);
  useEffect(() => {
    const created = createDashboardRefresher({
      onLoaded(fetched) {
        setView(fetched);
        setError(undefined);
      },
      onFailed: setError,
    });
    refresher.current = created;
    return () => created.stop();
  }, []);

  const refresh = () => refresher.current?.refresh();
  const live = useLive({ onChange: refresh, onSignedOut: refresh });
  const intervalMs = live === "live" ? cacheLifetimeMs : pollIntervalMs;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresher.current?.refresh();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);

  // The router reloads the page's data when the session changes or the tab is visible again. The stream may have loaded newer data.
  const [previousLoaded, setPreviousLoaded] = useState(loaded);
  if (loaded !== previousLoaded) {
    setPreviousLoaded(loaded);
    if (view.asOf <= loaded.asOf) setView(loaded);
    setError(undefined);
  }
  useFailure(error, post);
  return { view, live, newLeads: describeNewLeads(useNewLeads(view)) };
}

/** Reports each outage once. A person who lost access goes where the page would redirect them. */
function useFailure(error: unknown, post: (notice: Notice) => void): void {
  const { revalidate } = useRevalidator();
  const report = useEffectEvent(() => {
    if (!(error instanceof RefusedError)) post(loadFailure);
    else if (error.status === 401) leaveForSignIn("ended");
    else void revalidate();
  });
  const hasFailed = error !== undefined;
  useEffect(() => {
    if (hasFailed) report();
  }, [hasFailed]);
}

/** Counts the leads that arrived since the screen was opened. */
function useNewLeads(view: DashboardView) {
  const [newLeads, setNewLeads] = useState(noNewLeads);
  const previous = useRef(view);
  useEffect(() => {
    const before = previous.current;
    previous.current = view;
    setNewLeads((counted) => addNewLeads(counted, before, view));
  }, [view]);
  return newLeads;
}

/** Number of leads that arrived while a screen was open. */
type NewLeads = { assessments: number; signups: number };

export const noNewLeads: NewLeads = { assessments: 0, signups: 0 };

/** Adds the leads that arrived between two loads of the dashboard. */
export function addNewLeads(counted: NewLeads, before: DashboardView, after: DashboardView): NewLeads {
  const assessments = countNewRows(before.assessments, after.assessments);
  const signups = countNewRows(before.signups, after.signups);
  if (assessments + signups === 0) return counted;
  return { assessments: counted.assessments + assessments, signups: counted.signups + signups };
}

type Dated = { id: string; received: { iso: string } };

/** A row that moved into the list because another was erased is not new. */
function countNewRows(before: ListView<Dated>, after: ListView<Dated>): number {
  // The previous rows are unknown.
  if (before.isMissing) return 0;
  const known = new Set(before.rows.map(({ id }) => id));
  const oldest = before.hasMore ? (before.rows.at(-1)?.received.iso ?? "") : "";
  return after.rows.filter(({ id, received }) => !known.has(id) && received.iso >= oldest).length;
}

/** “1 new assessment and 2 new signups since you opened this page”, or undefined if there are none. */
export function describeNewLeads({ assessments, signups }: NewLeads): string | undefined {
  const parts = [describeCount(assessments, "assessment"), describeCount(signups, "signup")].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : `${parts.join(" and ")} since you opened this page`;
}

function describeCount(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} new ${noun}${count === 1 ? "" : "s"}`;
}
