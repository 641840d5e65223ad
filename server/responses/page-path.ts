/** Returns the page path of one of React Router's data requests: `/admin.data` belongs to `/admin`. */
export function toPagePath(path: string): string {
  if (path === "/_root.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}
