import { createServer } from "node:http";

// A separate program for comparison: Node's plain server, which answers every request with the same bytes from memory. The parent process
// sends the response, receives the port and ends it.

process.once("message", (message) => {
  // Started only by bare-server-process.ts.
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
