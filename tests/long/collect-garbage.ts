/**
 * Has a Node process give back what it does not need any more, through its inspector (`--inspect`). Without that, memory rises until
 * Node finds it worth its while, whether anything is kept or not.
 * @throws where no inspector listens there
 */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]; // the inspector's documented list
  if (target === undefined) throw new Error("The inspector has nothing to inspect.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () =>
        socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" })),
      );
      socket.addEventListener("message", () => resolve());
      socket.addEventListener("error", () => reject(new Error("The inspector does not answer.")));
    });
  } finally {
    socket.close();
  }
}
