/** Whether the request is a navigation, whose response replaces the page. */
export function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate";
}
