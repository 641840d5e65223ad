import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { loadFailure } from "#app/staff/shell/error-page.messages.ts";
import type { DashboardView } from "./dashboard-view.ts";
import { useLive } from "#app/staff/live-updates/use-live.ts";
import type { Notice } from "#app/ui/notifications.tsx";
import { leaveForSignIn } from "#app/staff/session/leave-for-sign-in.client.ts";
import { fetchDashboard } from "./fetch-dashboard.client.ts";
import { addNewLeads, describeNewLeads, noNewLeads } from "./new-leads.ts";
import { cacheLifetimeMs, RefusedError } from "./dashboard-refresher.client.ts";

const queryKey = ["dashboard"];

/** Where no stream tells of news, it is asked for. */
const withoutStreamMs = 60_000;

/**
 * The dashboard as it is now: as the page was loaded at first, and anew whenever the stream tells of news. What cannot be loaded leaves
 * the screen as it was, and is told.
 */
export function useDashboard(loaded: DashboardView, post: (notice: Notice) => void) {
  const client = useQueryClient();
  const loadAnew = useLoadAnew();
  const live = useLive({ onNews: loadAnew, onSignedOut: loadAnew });
  const { data: view, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchDashboard(signal),
    initialData: loaded,
    refetchInterval: live === "live" ? cacheLifetimeMs : withoutStreamMs,
  });
  // The router loads it as well: when the session becomes another's, and when somebody comes back to the tab.
  // Both may be under way at once: what is older than what is shown would take back what the stream has told of.
  useEffect(() => {
    client.setQueryData<DashboardView>(queryKey, (shown) =>
      shown === undefined || shown.asOf <= loaded.asOf ? loaded : shown,
    );
  }, [client, loaded]);
  useFailure(error, post);
  return { view, live, news: describeNewLeads(useNewLeads(view)) };
}

/**
 * Loads it anew; where it is being loaded, once more after that: the answer on its way may be older than the news. To begin anew each
 * time would begin the tries anew as well, and an outage would never be told.
 */
function useLoadAnew(): () => void {
  const client = useQueryClient();
  const isLoading = useIsFetching({ queryKey }) > 0;
  const isWanted = useRef(false);
  useEffect(() => {
    if (isLoading || !isWanted.current) return;
    isWanted.current = false;
    void client.refetchQueries({ queryKey });
  }, [client, isLoading]);
  return () => {
    if (client.isFetching({ queryKey }) > 0) isWanted.current = true;
    else void client.refetchQueries({ queryKey });
  };
}

/** Each outage is told once. Whoever may not see it any more goes where the page would lead them. */
function useFailure(error: Error | null, post: (notice: Notice) => void): void {
  const { revalidate } = useRevalidator();
  const react = useEffectEvent(() => {
    if (!(error instanceof RefusedError)) post(loadFailure);
    else if (error.status === 401) leaveForSignIn("ended");
    else void revalidate();
  });
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasFailed) react();
  }, [hasFailed]);
}

/** How many leads have come since the screen was opened. */
function useNewLeads(view: DashboardView) {
  const [news, setNews] = useState(noNewLeads);
  const seen = useRef(view);
  useEffect(() => {
    const before = seen.current;
    seen.current = view;
    setNews((sofar) => addNewLeads(sofar, before, view));
  }, [view]);
  return news;
}
