/**
 * An email as an HTML document for a frame. The policy permits no scripts, requests or navigation, and only our own pages may embed the
 * document.
 */
export function respondWithDocument(html: string): Response {
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none';style-src 'unsafe-inline';form-action 'none';base-uri 'none';frame-ancestors 'self';sandbox",
      "Cache-Control": "no-store",
    },
  });
}
