/** The page behind an address of the router's data door: `/admin.data` belongs to `/admin`. */
export function pagePathOf(path: string): string {
  if (path === "/_root.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}
