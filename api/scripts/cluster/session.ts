import pg from 'pg';
import { makeOneUser } from '../../test/one-user.ts';
import { csrfToken } from '../../src/auth/cookies.ts';
import type { Config } from '../../src/shared/config.ts';
import type { Cluster } from './cluster.ts';

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A client of the portal that is signed in as an administrator of a provider. */
export class Session {
  readonly headers: Record<string, string>;
  #patient: Record<string, unknown> = {};

  private constructor(
    readonly origin: string,
    cookie: string,
    token: string,
  ) {
    this.headers = {
      cookie: `airlog_session=${cookie}`,
      'x-xsrf-token': token,
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
    };
  }

  /** Makes the provider and its administrator in an empty database. */
  static async make({ origin, env, servers }: Cluster): Promise<Session> {
    const admin = new pg.Client({ connectionString: servers[0].url });
    await admin.connect();
    try {
      const cookie = await makeOneUser(admin);
      const { rows } = await admin.query<{ id: number }>(
        "insert into locations (org_id, name, country, is_primary) values (1, 'Here', 'US', false) returning id",
      );
      const session = new Session(origin, cookie, csrfToken({ sessionSecret: env.SESSION_SECRET } as Config, cookie));
      session.#patient = {
        is_rules_active: 1,
        first_name: 'Grace',
        last_name: 'Hopper',
        birth_date: '1956-12-09',
        sex: 'f',
        country: 'US',
        city: 'Albany',
        state: 'NY',
        clinician_id: 1,
        dme_id: 1,
        location_id: rows[0]!.id,
      };
      return session;
    } finally {
      await admin.end();
    }
  }

  ask(method: string, path: string, { body, headers = {}, signal }: Ask = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${this.origin}${path}`, {
      method,
      signal,
      body: body === undefined || isForm ? (body as FormData | undefined) : JSON.stringify(body),
      headers: { ...this.headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}), ...headers },
    });
  }

  /** Adds a patient, whose id at the provider is `name`. */
  addPatient(name: string, key: string, signal?: AbortSignal): Promise<Response> {
    const body = { ...this.#patient, assigned_id: name };
    return this.ask('POST', '/api/patients', { body, headers: { 'idempotency-key': key }, signal });
  }
}
