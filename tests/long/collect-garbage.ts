/** What a process retains after a garbage collection, in MiB. */
export type Retained = {
  /** Objects of the JavaScript heap. */
  objectsMiB: number;
  /** The contents of buffers, which are outside of the heap. */
  buffersMiB: number;
};

/**
 * Triggers a garbage collection in a Node process through its inspector (`--inspect`), because memory use otherwise rises until Node runs
 * one.
 * @returns what the process retains
 * @throws if no inspector is listening
 */
export async function collectGarbage(inspectorPort: number): Promise<Retained> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]; // the inspector's documented list
  if (target === undefined) throw new Error("The inspector has no target.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  try {
    await nextEvent(socket, "open");
    await call(socket, "HeapProfiler.collectGarbage");
    const usage = await call(socket, "Runtime.getHeapUsage");
    return { objectsMiB: readMiB(usage, "usedSize"), buffersMiB: readMiB(usage, "backingStorageSize") };
  } finally {
    socket.close();
  }
}

/** Calls a method of the Chrome DevTools Protocol and returns its result. The calls of a socket must not overlap. */
async function call(socket: WebSocket, method: string): Promise<Readonly<Record<string, unknown>>> {
  const answered = nextEvent(socket, "message");
  socket.send(JSON.stringify({ id: 1, method }));
  const event = await answered;
  if (!(event instanceof MessageEvent)) throw new Error("The inspector does not respond.");
  const { result } = JSON.parse(String(event.data)) as { result?: Record<string, unknown> }; // the protocol's documented answer
  if (result === undefined) throw new Error(`The inspector does not know ${method}.`);
  return result;
}

/** @throws if this version of Node does not report the value, because a comparison with it would always pass */
function readMiB(usage: Readonly<Record<string, unknown>>, name: string): number {
  const bytes = usage[name];
  if (typeof bytes !== "number") throw new Error(`The inspector reports no ${name}.`);
  return bytes / 2 ** 20;
}

async function nextEvent(socket: WebSocket, type: "open" | "message"): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(type, resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("The inspector does not respond.")), {
      once: true,
    });
  });
}
