import pg from "pg";
import { openSession, ReadOnlyDatabase } from "./session.server.ts";

/**
 * A connection pool for the server of a cluster that accepts writes. The library supports only one host. Each new connection goes to the
 * last working server. If that server fails or is read-only, the pool tries the next one. The pool emits `connectionWait` with the seconds
 * that a caller waited for its connection.
 */
export class FailoverPool extends pg.Pool {
  readonly #rotation: { current: number };
  readonly #serverCount: number;

  /** @param servers at least one; server settings override the options */
  constructor(options: Readonly<pg.PoolConfig>, servers: readonly pg.ClientConfig[]) {
    const rotation = { current: 0 };
    class ServerClient extends pg.Client {
      constructor(shared?: pg.ClientConfig) {
        super({ ...shared, ...servers[rotation.current] });
      }
    }
    super({
      ...servers[0],
      ...options,
      Client: ServerClient,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise, which its type omits
      onConnect: (client) => openSession(client),
    });
    this.#rotation = rotation;
    this.#serverCount = servers.length;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connectToAny();
    void this.#connectAndCall(callback);
    return undefined;
  }

  async #connectAndCall(callback: ConnectCallback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#connectToAny();
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined);
      return;
    }
    callback(undefined, client, client.release);
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    const start = performance.now();
    let readOnly: ReadOnlyDatabase | undefined;
    for (let tries = 1; ; tries += 1) {
      const tried = this.#rotation.current;
      try {
        const client = await super.connect();
        this.emit("connectionWait", (performance.now() - start) / 1_000);
        return client;
      } catch (error) {
        if (error instanceof ReadOnlyDatabase) readOnly = error;
        const isOver = this.ending || !isServerFault(error);
        // When several connections fail at the same time, one of them advances to the next server for all.
        if (!isOver && this.#rotation.current === tried) {
          this.#rotation.current = (tried + 1) % this.#serverCount;
        }
        if (isOver || tries >= this.#serverCount) throw readOnly ?? error;
      }
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/**
 * False if all pooled connections are busy or the password is wrong, because another server would respond the same way. A server that does
 * not permit the user counts (28000), because each server of a cluster has its own list of who may connect.
 */
function isServerFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message === "timeout exceeded when trying to connect") return false;
  return !("code" in error && error.code === "28P01");
}
