import { createHash } from 'node:crypto';
import pg from 'pg';
import { SESSION, SETTINGS } from './statements.ts';

/** Runs a named prepared statement and returns its rows. */
export type Ask = <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>;

interface Viewer {
  user_id: number;
  org_id: number;
  permissions: string[];
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * The database work that every baseline does for a request, as the portal does it: the session in one statement of its
 * own login, the permission, then a read-only transaction with the role and the organization. `pipeline`: statements that do
 * not depend on each other leave together.
 */
export function baselineDatabase(urls: { org: string; auth: string }, name: string, pipeline: boolean) {
  const poolOf = (connectionString: string, max: number) =>
    new pg.Pool({
      connectionString,
      max,
      idleTimeoutMillis: 0,
      application_name: name,
      pipeline,
    } as pg.PoolConfig);
  const pool = poolOf(urls.org, 15);
  const sessions = poolOf(urls.auth, 5);

  async function transaction<T>(
    settings: [string, unknown[]],
    work: (ask: Ask, client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let last: Promise<unknown> = Promise.resolve(); // loaders ask at once, and the driver takes one after the other
    const ask: Ask = async (text, values = []) => {
      const named = nameOf(settings[0] + text);
      const answered = pipeline ? undefined : last;
      const sent = (async () => {
        await answered;
        return client.query({ name: named, text, values });
      })();
      last = sent.catch(() => undefined);
      return (await sent).rows as never[];
    };
    // Awaited here or by the statements behind them: in order, a failed one fails the next.
    const inOrder = async (sent: Promise<unknown>) => (pipeline ? void sent.catch(() => undefined) : void (await sent));
    try {
      await inOrder(client.query('begin read only'));
      await inOrder(ask(...settings));
      const answer = await work(ask, client);
      await client.query('commit');
      return answer;
    } finally {
      client.release();
    }
  }

  async function viewerOf(cookie: string | undefined): Promise<Viewer> {
    const id = /airlog_session=([^;]+)/.exec(cookie ?? '')?.[1] ?? '';
    const hash = createHash('sha256').update(id).digest();
    const { rows } = await sessions.query<Viewer>({ name: nameOf(SESSION), text: SESSION, values: [hash] });
    const [viewer] = rows;
    if (!viewer?.permissions.includes('view.patient')) throw new Error('No session, or not permitted.');
    return viewer;
  }

  return {
    /** Runs the statements of one request of the session in `cookie`; throws without session or view.patient. */
    async forRequest<T>(cookie: string | undefined, work: (ask: Ask, client: pg.PoolClient) => Promise<T>): Promise<T> {
      const viewer = await viewerOf(cookie);
      return transaction([SETTINGS, [viewer.org_id, viewer.user_id]], work);
    },
    pool,
  };
}
