import { beforeAll, expect, test } from '@jest/globals';
import { unique } from '../../src/db/factories.ts';
import { admin, asViewer, make, makePatient, usePortal, type TestViewer } from '../harness.ts';
import { makeLegacyLocation, makeLegacyPatients } from '../legacy.ts';

usePortal();

const VALUES: unknown[] = [
  undefined,
  null,
  true,
  -1,
  1e300,
  '',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  '9'.repeat(30),
  [],
  [null],
  [{}],
  {},
  { toString: 1 },
];
const LEAKS = /<html|syntax error|violates|relation "|column "|node_modules|\.ts:|at async|ECONN|PostgreSQL|MikroORM/i;

/** Fields whose rule also depends on another one, by that one. */
const RELATED: Record<string, string[]> = {
  birth_date: ['therapy_start'],
  country: ['state', 'zip'],
  current_serial: ['device_pin'],
  device_pin: ['current_serial'],
  email: ['confirm_email'],
  user_type: ['roleLocations', 'roleGroups', 'roles'],
};

const ADDRESS = { address1: '1 Main St', address2: 'B', country: 'US', city: 'Albany', state: 'NY', zip: '12207' };

type Body = Record<string, unknown>;
/** A valid request for each operation of document 001 with a body: who sends it, where, and what. */
const requests: Record<string, () => { by: TestViewer; path: string; body: Body }> = {
  'POST /api/orgs': () => ({
    by: support,
    path: '/api/orgs',
    body: {
      draft: true,
      name: 'North',
      dme_id: null,
      org_type: 'Equipment Provider',
      type_id: 1,
      clinical_type_id: null,
      migrated_at: null,
      migrated_by: null,
      locations: [{ ...ADDRESS, name: 'Main', phone: '(518) 555-0100', custom_id: 'A-7' }],
    },
  }),
  'POST /api/orgs/get-location': () => ({ by: support, path: '/api/orgs/get-location', body: { dme_id: dmeId } }),
  'POST /api/migrate/patients': () => ({
    by: support,
    path: '/api/migrate/patients',
    body: { patients: legacyPatients, location_id: migratedLocation },
  }),
  'POST /api/patients': () => ({ by: viewer, path: '/api/patients', body: patientBody() }),
  'PATCH /api/patients/{id}': () => ({ by: viewer, path: `/api/patients/${patient}`, body: patientBody() }),
  'POST /api/users': () => {
    const email = `field${unique()}@example.test`;
    return {
      by: viewer,
      path: '/api/users',
      body: {
        first_name: 'Dana',
        last_name: 'Reyes',
        email,
        confirm_email: email,
        country: 'US',
        phone: '5185550100',
        user_type: 'Organization',
        roles: [{ id: staffRole }],
        roleLocations: [],
        roleGroups: [],
        is_clinician: true,
        mvc_settings: { enabled: false },
        active: 1,
        locked: 0,
      },
    };
  },
};

let viewer: TestViewer;
let support: TestViewer;
let patient: number;
let staffRole: number;
let ownLocation: number;
let dmeId: string;
let legacyPatients: string[];
let migratedLocation: number;

beforeAll(async () => {
  [viewer, support] = [await asViewer(), await asViewer({ kind: 'support' })];
  const place = { org_id: viewer.orgId, country: 'US' };
  ownLocation = await make('locations', { ...place, name: 'North', is_primary: true });
  ({ id: patient } = await makePatient(viewer.orgId));
  staffRole = (await admin.query("select id from roles where name = 'org.ep.staff'")).rows[0].id;
  dmeId = await makeLegacyLocation();
  migratedLocation = await make('locations', { ...place, name: 'Migrated', is_primary: false, dme_id: dmeId });
  legacyPatients = await makeLegacyPatients(dmeId, [{}]);
});

const patientBody = (): Body => ({
  ...ADDRESS,
  assigned_id: 'A-17',
  is_rules_active: true,
  first_name: 'Grace',
  last_name: 'Hopper',
  birth_date: '1956-12-09',
  sex: 'f',
  therapy_start: '2026-01-01',
  current_serial: null,
  device_pin: null,
  note: 'Calls at night.',
  phone: '(518) 555-0100',
  mobile_phone: '(518) 555-0101',
  email: 'grace@example.test',
  clinician_id: viewer.userId,
  physician_id: null,
  dme_id: viewer.orgId,
  location_id: ownLocation,
  adherence_category_id: null,
  prescription_id: null,
});

type Tree = Body | unknown[];
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const pathsIn = (tree: Tree): string[][] =>
  Object.entries(tree).flatMap(([key, value]) => [
    [key],
    ...(isTree(value) ? pathsIn(value).map((path) => [key, ...path]) : []),
  ]);
function replaced(tree: Tree, [key, ...rest]: string[], value: unknown): Tree {
  const copy = (Array.isArray(tree) ? [...tree] : { ...tree }) as Body;
  copy[key!] = rest.length === 0 ? value : replaced(copy[key!] as Tree, rest, value);
  return copy;
}

/** Whether a refused field is the one at this path, one inside it or around it, or one that depends on it. */
function concerns(refused: string, path: string[]): boolean {
  const field = path.join('.');
  const related = (RELATED[path.at(-1)!] ?? []).map((name) => [...path.slice(0, -1), name].join('.'));
  const isWithin = `${refused}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${refused}.`);
  return isWithin || related.includes(refused);
}

test.each(Object.keys(requests))(
  '%s takes any value of any field or refuses it at that field, and never fails',
  async (operation) => {
    const send = async (path: string[] = [], value?: unknown) => {
      const { by, path: address, body } = requests[operation]!();
      return by.rest(operation.split(' ')[0]!, address, path.length > 0 ? replaced(body, path, value) : body);
    };
    const { status, text } = await send();
    expect([Math.floor(status / 100), text]).toEqual([2, text]);
    const faults: unknown[] = [];
    for (const path of pathsIn(requests[operation]!().body))
      for (const value of VALUES) {
        const answer = await send(path, value);
        const refused = Object.keys(answer.body?.errors ?? {});
        const isRefusal = answer.status === 422 && refused.length > 0 && refused.every((name) => concerns(name, path));
        const isUnstorable = answer.status === 400 && value === '\0';
        if (!(answer.status < 300 || isRefusal || isUnstorable) || LEAKS.test(answer.text))
          faults.push([path.join('.'), JSON.stringify(value)?.slice(0, 40), answer.status, answer.text.slice(0, 200)]);
      }
    expect(faults).toEqual([]);
  },
);
