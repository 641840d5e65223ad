import { randomUUID } from "node:crypto";
import pg from "pg";
import { anAssessment } from "./an-assessment.ts";
import { from, newAddress } from "./new-address.ts";
import { sleep, until } from "./running-server.ts";

/** Enough submissions to have some in flight at every stage when a fault occurs. */
export const minAcknowledged = 40;

/** Submissions of concurrent clients. */
export type Burst = {
  /** Ids of the acknowledged submissions so far. */
  readonly acknowledged: readonly string[];
  /** Stops sending and waits for the responses. */
  end(): Promise<void>;
};

/**
 * Sends assessments from eight concurrent clients, which share the servers. A client whose submission fails sends another one.
 * @param urls of the servers
 * @returns when more than `minAcknowledged` submissions are acknowledged; the clients continue until `end`
 */
export async function startBurst(urls: readonly string[]): Promise<Burst> {
  const acknowledged: string[] = [];
  let isSending = true;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    while (isSending) {
      const id = await submit(urls[client % urls.length] ?? "", randomUUID()).catch(() => undefined);
      if (id !== undefined) acknowledged.push(id);
      else if (isSending) await sleep(20);
    }
  });
  await until("enough submissions to be acknowledged", () => acknowledged.length > minAcknowledged);
  return {
    acknowledged,
    end: async () => {
      isSending = false;
      await Promise.all(clients);
    },
  };
}

/**
 * Sends an assessment with a tag, which makes its sender and idempotency key unique.
 * @returns its id, or `undefined` if the server did not store it
 */
export async function submit(
  url: string,
  tag: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const response = await fetch(`${url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": tag,
      ...from(newAddress()),
      ...headers,
    },
    body: JSON.stringify(anAssessment({ name: `Person ${tag}`, email: `${tag}@example.com` })),
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) return undefined;
  return (answer as { data: { id: string } }).data.id; // the endpoint's documented shape
}

/** Ids of the assessments in a database. */
export async function storedIds(config: pg.ClientConfig): Promise<Set<string>> {
  const rows = await query(config, "select id from pre_loi_assessments");
  return new Set(rows.map(({ id }) => String(id)));
}

/** The number of emails of each assessment in a database. */
export async function emailsPerAssessment(config: pg.ClientConfig): Promise<number[]> {
  const rows = await query(
    config,
    `select count(l.id)::int as letters from pre_loi_assessments a
     left join letters l on l.about = a.id group by a.id`,
  );
  return rows.map(({ letters }) => Number(letters));
}

async function query(config: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
