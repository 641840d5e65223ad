import { createServer } from "node:http";

// A program of its own, the yardstick for ours: Node's plain server, which answers everything with the same bytes from
// memory. It is told what to send by its parent, tells it the port, and ends with it.

process.once("message", (message) => {
  // Only bare-server-process.ts starts this.
  const { headers, body } = message as { headers: [string, string][]; body: string };
  const bytes = Buffer.from(body, "base64");
  const flat = headers.flat();
  const server = createServer((_request, response) => response.writeHead(200, flat).end(bytes));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.send?.(address.port);
  });
});
process.once("disconnect", () => process.exit());
