import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { csrfToken } from '../src/auth/cookies.ts';
import type { Permission } from '../src/auth/permissions.ts';
import {
  deviceHistoryRow,
  insertRows,
  machineRow,
  ORGANIZATION_TYPES,
  organizationRow,
  patientRow,
  unique,
  userRow,
} from '../src/db/factories.ts';
import type { LoginUrls } from '../src/db/logins.ts';
import type { Topic, Topics } from '../src/realtime/topics.ts';
import type { Config } from '../src/shared/config.ts';
import type { Portal } from '../src/start.ts';
import { TEST_KEY, testConfig } from './secrets.ts';
import { sessionDigest } from './session-digest.ts';
import { startWarm } from './start-warm.ts';
import { asSuperuser, copyTemplate, type TestDatabase } from './template.ts';

type Row = Record<string, unknown>;
export interface Ref {
  id: number;
  orgId: number;
}

let portal: Portal;
/** Privileged connection, for fixtures and for reading the stored rows. */
export let admin: pg.Client;
export const running = (): Portal => portal;
/** Returns the address of its database as a superuser: the portal's own login is an owner as in a managed database. */
export const superuserUrl = (): string => asSuperuser(portal.adminUrl);

function usePortalOf(start: typeof startWarm, config: Partial<Config>): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await copyTemplate();
    portal = await start({ ...testConfig(database.ownerUrl), ...config });
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin?.end();
    await portal?.stop();
    await database?.drop();
  });
}

/**
 * Starts a database for this test file, copied from the migrated template, and the real server on a free port. `config`
 * replaces values of its configuration. The server's code is that of the worker (warm-portals.js): what the test file
 * imports is another copy of it.
 */
export const usePortal = (config: Partial<Config> = {}): void => usePortalOf(startWarm, config);

/** The same with the server's code as this file imports it: for a test that replaces some of it, or runs it itself. */
export const usePortalHere = (config: Partial<Config> = {}): void =>
  usePortalOf(async (whole) => (await import('../src/start.ts')).startPortal(whole), config);

/** Another database of the run without a server, for tests that change the schema itself. */
export async function scratchDatabase(): Promise<{ adminUrl: string; logins: LoginUrls; drop: () => Promise<void> }> {
  const { url, ownerUrl, drop } = await copyTemplate();
  const { prepareDatabase } = await import('../src/db/migrate.ts');
  const { logins } = await prepareDatabase(ownerUrl, testConfig(ownerUrl));
  return { adminUrl: url, logins, drop };
}

/** Runs a statement as the owner of the database, who made the logins and roles. */
export async function queryAsOwner(sql: string): Promise<void> {
  const owner = new pg.Client({ connectionString: portal.adminUrl });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}

/** Sends an event to every node, as a committed change does. */
export const publish = async <T extends Topic>(topic: T, data: Topics[T]): Promise<void> =>
  void (await admin.query("select pg_notify('airlog', $1)", [JSON.stringify({ topic, data })]));

/** Rows of which the portal computes compliance again (`recompute_compliance`). */
const isComputed = (table: string, row: Row): boolean =>
  ['device_history', 'icode_reports'].includes(table) || (table === 'patients' && row.therapy_start != null);

/**
 * Inserts a patient in therapy, an assignment or a code, and takes away the job that would store a result at any moment:
 * what a test reads twice must not change by itself. A job that waited before stays, and so does one for nights that came
 * to a patient. The therapy start of a patient whose row names no time of before was always known. The statements of one
 * query are one transaction.
 */
async function insertComputed(table: string, row: Row): Promise<number[]> {
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  const [made] = (await admin.query(`
    insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, ${admin.escapeLiteral(JSON.stringify(row))}) returning id;
    update therapy_start_versions set known = '(,)' where xmin = pg_current_xact_id()::xid and lower(known) > now() - interval '1 hour';
    delete from pgboss.job where name = 'recompute-compliance' and xmin = pg_current_xact_id()::xid and created_on = now()
       and not exists (select from usage_nights n where n.xmin = pg_current_xact_id()::xid and n.patient_id is not null)`)) as unknown as pg.QueryResult<{
    id: number;
  }>[];
  return made!.rows.map(({ id }) => id);
}

let making: Promise<unknown> = Promise.resolve();
/**
 * Inserts one row and returns its id. Inserts run one after another, because the driver runs one statement per
 * connection at a time.
 */
export function make(table: string, row: Row): Promise<number> {
  const made = making.then(() =>
    isComputed(table, row) ? insertComputed(table, row) : insertRows(admin, table, [row]),
  );
  making = made.catch(() => undefined);
  return made.then(([id]) => id!);
}

export const makeOrganization = (kind: keyof typeof ORGANIZATION_TYPES = 'ep', overrides: Row = {}): Promise<number> =>
  make('organizations', organizationRow({ type_id: ORGANIZATION_TYPES[kind], ...overrides }));

export const makePatient = async (orgId: number, overrides: Row = {}): Promise<Ref> => ({
  id: await make('patients', patientRow(orgId, overrides)),
  orgId,
});

export async function makeMachine(
  orgId: number,
  overrides: Row & { pin?: string | null } = {},
): Promise<Ref & { serial: string; guid: string }> {
  const row = machineRow(orgId, TEST_KEY, overrides);
  return { id: await make('machines', row), orgId, serial: row.serial as string, guid: row.guid as string };
}

export const makeHistory = (patient: Ref, machine: Ref, overrides: Row = {}): Promise<number> =>
  make('device_history', deviceHistoryRow(patient, machine, overrides));

export interface RestAnswer {
  status: number;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- answers are asserted whole, in the tests
  text: string;
  headers: Headers;
}
export interface GraphqlAnswer {
  data: any; // oxlint-disable-line typescript/no-explicit-any -- as above
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: Record<string, unknown>;
}

/** Returns a client with or without a session, over real HTTP. */
export class Client {
  constructor(readonly sessionId: string | null) {}

  get headers(): Record<string, string> {
    const token = csrfToken(portal.app.config, this.sessionId);
    const cookies = [
      `XSRF-TOKEN=${encodeURIComponent(token)}`,
      ...(this.sessionId ? [`airlog_session=${this.sessionId}`] : []),
    ];
    return {
      cookie: cookies.join('; '),
      'x-xsrf-token': encodeURIComponent(token),
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json',
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${portal.port}`;
  }

  async rest(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<RestAnswer> {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, text, body: json && text ? JSON.parse(text) : null, headers: response.headers };
  }

  async gql(query: string, variables: Row = {}): Promise<GraphqlAnswer> {
    return (await this.rest('POST', '/graphql', { query, variables })).body as GraphqlAnswer;
  }
}

export const anonymous = () => new Client(null);

export class TestViewer extends Client {
  constructor(
    sessionId: string,
    readonly orgId: number,
    readonly userId: number,
  ) {
    super(sessionId);
  }
}

interface ViewerOptions {
  /** Names of seeded roles; default org.ep.admin (support.admin for a support organization). */
  roles?: string[];
  /** Exactly these permissions, through a role made for this viewer. */
  can?: Permission[];
  /** An existing organization; by default a new one of `kind`. */
  orgId?: number;
  kind?: keyof typeof ORGANIZATION_TYPES;
  /** Makes a user of type Location who sees these. */
  locationIds?: number[];
  locale?: 'en' | 'es';
}

const DEFAULT_ROLE = { ep: 'org.ep.admin', clinical: 'org.clinical.admin', support: 'support.admin' } as const;

/** Returns a signed-in staff member of a new (or given) organization. */
export async function asViewer(options: ViewerOptions = {}): Promise<TestViewer> {
  const kind = options.kind ?? 'ep';
  const orgId = options.orgId ?? (await makeOrganization(kind));
  const userId = await make(
    'users',
    userRow(orgId, { user_type: options.locationIds ? 'Location' : 'Organization', locale: options.locale ?? 'en' }),
  );
  let roles = options.roles ?? [DEFAULT_ROLE[kind]];
  if (options.can) {
    const id = 1_000_000 + unique() + Math.floor(Math.random() * 1e6) * 100;
    roles = [`test.${id}`];
    await admin.query('insert into roles (id, name, label, host, user_type) values ($1, $2, $2, $3, $4)', [
      id,
      roles[0],
      kind === 'support' ? 'support' : 'org',
      'Organization',
    ]);
    await admin.query('insert into role_permissions (role_id, permission) select $1, unnest($2::text[])', [
      id,
      options.can,
    ]);
  }
  await admin.query(
    'insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = any ($3)',
    [orgId, userId, roles],
  );
  for (const locationId of options.locationIds ?? []) {
    await admin.query('insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3)', [
      orgId,
      userId,
      locationId,
    ]);
  }
  return signInAgain({ orgId, userId });
}

/** The same user with one more session, as in another browser. */
export async function signInAgain({ orgId, userId }: { orgId: number; userId: number }): Promise<TestViewer> {
  const sessionId = randomBytes(32).toString('base64url');
  await admin.query('insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, $4)', [
    sessionDigest(sessionId),
    orgId,
    userId,
    'full',
  ]);
  return new TestViewer(sessionId, orgId, userId);
}
