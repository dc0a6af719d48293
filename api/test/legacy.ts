import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { admin, running } from './harness.ts';

type Row = Record<string, unknown>;

/** Puts a location into the directory of the legacy system. */
export async function makeLegacyLocation(overrides: Row = {}): Promise<string> {
  const row = {
    id: `DME-${next()}`,
    name: 'Hudson Sleep',
    country: 'US',
    is_child: false,
    migrated: false,
    has_api_key: false,
  };
  const location = { ...row, ...overrides };
  await insert('legacy_locations', [location]);
  return location.id as string;
}

/** Puts patients into a location: `legacyPatient` with other columns each. Returns their ids. */
export async function makeLegacyPatients(dmeId: string, patients: readonly Row[]): Promise<string[]> {
  const rows = patients.map((patient) => ({ location_id: dmeId, ...legacyPatient(), ...patient }));
  await insert('legacy_patients', rows);
  return rows.map(({ id }) => id);
}

let made = 0;
const next = () => (made += 1);

/** A patient that no rule refuses. */
export const legacyPatient = () => ({
  id: `L${String(next()).padStart(6, '0')}`,
  is_active: true,
  first_name: 'Robin',
  last_name: 'Quill',
  email: 'robin@example.test',
  birth_date: '1960-02-29',
  sex: 'f',
  state: 'NY',
  zip: '12207',
  country: 'US',
  phone: '(518) 555-0100',
});

async function insert(table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join(', ');
  await admin.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** A legacy system over HTTP, as decisions/088 documents it, that serves the directory of the database. */
export const directoryOverHttp: RequestListener = (request, response) => {
  void answer(new URL(request.url!, 'http://legacy')).then(
    (body) => response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? {})),
    () => response.writeHead(500).end(),
  );
};

async function answer({ pathname, searchParams }: URL): Promise<object | null> {
  const of = (name: string) => searchParams.get(name);
  if (pathname === '/api/locations') {
    const found = await admin.query<Row>(
      `select * from legacy_locations where case when $1 = 'DME_ID' then upper(id) = upper($2) else
         (select bool_and(name_key like '%' || plain_text(w) || '%') from regexp_split_to_table($2, ' ') w) end order by name_key, id limit 50`,
      [of('type'), of('query')],
    );
    return { locations: found.rows.map(({ name_key: _, ...row }) => row) };
  }
  const dmeId = decodeURIComponent(/^\/api\/locations\/([^/]+)\/patients$/.exec(pathname)?.[1] ?? '');
  if ((await admin.query('select from legacy_locations where id = $1', [dmeId])).rowCount === 0) return null;
  const active = of('active') === '1';
  const found = await admin.query<Row>(
    `select * from legacy_patients where location_id = $1 and is_active = $2 and id > coalesce($3, '') order by id limit $4 offset $5`,
    [dmeId, active, of('after'), of('limit'), of('offset') ?? 0],
  );
  const { rows } = await admin.query<{ total: number }>(
    'select count(*)::int as total from legacy_patients where location_id = $1 and is_active = $2',
    [dmeId, active],
  );
  return { patients: found.rows, total: rows[0]!.total };
}

/** Serves a legacy system and has the portal ask it; `stop` gives the portal its directory back. */
export async function legacyServer(
  listener: RequestListener,
): Promise<{ url: string; server: Server; stop: () => void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const { config } = running().app;
  config.legacyUrl = url;
  return {
    url,
    server,
    stop: () => {
      config.legacyUrl = undefined;
      server.closeAllConnections();
      server.close();
    },
  };
}
