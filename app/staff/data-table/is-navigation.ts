/** Whether the browser follows a link or the press of a button by itself, and would show the answer in place of the page. */
export function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate";
}
