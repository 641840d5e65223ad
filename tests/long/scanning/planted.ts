import { once } from "node:events";
import { createServer } from "node:http";
import type { Pool, QueryResult } from "pg";

/**
 * A deliberately vulnerable page that inserts its query unescaped into HTML and SQL. If a tool finds nothing here, its results elsewhere
 * are meaningless.
 */
export async function startPlantedVulnerabilities(pool: Pool): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const typed = new URL(request.url ?? "/", "http://localhost").searchParams.get("q") ?? "";
    const answer = (status: number, words: string): void => {
      const link = '<a href="/?q=1">A link</a>';
      response.writeHead(status, { "content-type": "text/html" });
      response.end(`<!DOCTYPE html><html><body>${link}<p>${typed}</p><p>${words}</p></body></html>`);
    };
    pool.query(`select 'found' as word where '1' = '${typed}'`).then(
      // Several statements in one query return several results.
      (result: QueryResult | QueryResult[]) => answer(200, `${[result].flat()[0]?.rows.length ?? 0} rows`),
      (error: unknown) => answer(500, `PostgreSQL query failed: ERROR: ${String(error)}`),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was assigned.");
  return {
    url: `http://localhost:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
