/**
 * Groups of requests in the metrics. `memory`: pages sent from memory. `file`: styles, scripts, pictures and generated files. `unknown`:
 * paths without a page. `visit`: what the visit script sends. `form`: posted forms and the public endpoints. `staff`: the staff area with
 * its endpoints. `page`: public pages that are rendered for one visitor.
 */
export const routeGroups = ["memory", "file", "unknown", "visit", "form", "staff", "page"] as const;
export type RouteGroup = (typeof routeGroups)[number];

const methods = ["GET", "HEAD", "POST", "other"] as const;
const statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;
type RequestLabels = {
  route: RouteGroup;
  method: (typeof methods)[number];
  status: (typeof statusClasses)[number];
};

/** Counts answered requests since the process started. Plain numbers, because pages from memory are answered in microseconds. */
export type RequestCounts = {
  count(route: RouteGroup, method: string, status: number): void;
  totals(): (RequestLabels & { total: number })[];
};

export function createRequestCounts(): RequestCounts {
  const counts: Readonly<Record<RouteGroup, Float64Array>> = {
    memory: createCells(),
    file: createCells(),
    unknown: createCells(),
    visit: createCells(),
    form: createCells(),
    staff: createCells(),
    page: createCells(),
  };
  return {
    count(route, method, status) {
      const cell = findMethod(method) * statusClasses.length + Math.floor(status / 100) - 1;
      const cells = counts[route];
      cells[cell] = (cells[cell] ?? 0) + 1;
    },
    totals: () =>
      routeGroups.flatMap((route) =>
        methods.flatMap((method, methodIndex) =>
          statusClasses.flatMap((status, statusIndex) => {
            const total = counts[route][methodIndex * statusClasses.length + statusIndex] ?? 0;
            return total === 0 ? [] : [{ route, method, status, total }];
          }),
        ),
      ),
  };
}

function createCells(): Float64Array {
  return new Float64Array(methods.length * statusClasses.length);
}

function findMethod(method: string): number {
  if (method === "GET") return 0;
  if (method === "POST") return 2;
  return method === "HEAD" ? 1 : 3;
}

/** The group of a request that is not answered early. */
export function findRouteGroup(path: string, method: string): RouteGroup {
  if (/^\/(?:admin|auth|api)(?:[/.]|$)/.test(path)) return "staff";
  if (path.startsWith("/functions/")) return "form";
  return method === "GET" || method === "HEAD" ? "page" : "form";
}
