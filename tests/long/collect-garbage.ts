/**
 * Triggers a garbage collection in a Node process through its inspector (`--inspect`), because memory use otherwise rises until Node runs
 * one.
 * @throws if no inspector is listening
 */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]; // the inspector's documented list
  if (target === undefined) throw new Error("The inspector has no target.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () =>
        socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" })),
      );
      socket.addEventListener("message", () => resolve());
      socket.addEventListener("error", () => reject(new Error("The inspector does not respond.")));
    });
  } finally {
    socket.close();
  }
}
