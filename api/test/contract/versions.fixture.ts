import { userRow } from '../../src/db/factories.ts';
import { addDays, dayIn } from '../../src/shared/dates.ts';
import { admin, asViewer, make, makeOrganization, type TestViewer } from '../harness.ts';

export type Body = Record<string, unknown>;

/** A row that two users change in turn. */
export interface Changed {
  /** Address of the row. */
  path: string;
  /** Returns the row as its table has it, or as its object where no table has it. */
  read: (viewer: TestViewer) => Promise<Body & { version: unknown }>;
  /** The change of the colleague, and what the row has afterwards. */
  first: Body;
  now: Body;
  /** Path and method of the colleague's change, where they are others. */
  firstAt?: readonly [method: 'PATCH' | 'POST', path: string];
  /** The change of the viewer, who has read the row before. */
  second: Body;
  /** Returns the whole objects that clients send back: the row of the table, and the object of the row's own address. */
  whole?: (viewer: TestViewer) => Promise<Body[]>;
  /** The field that the colleague changed, alone. Absent where a change always sends more fields. */
  alone?: Body;
  /** Statement that makes all changes of the row older by a number of minutes, $1. */
  age?: string;
  /** What a colleague's open transaction runs: the locks of the service, and the change. */
  held?: string;
}

export interface Case {
  viewer?: () => Promise<TestViewer>;
  make: (viewer: TestViewer) => Promise<Changed>;
}

export const rowOf =
  (table: string, id: number) =>
  async (viewer: TestViewer): Promise<Body & { version: unknown }> => {
    const { body } = await viewer.rest('GET', `${table}?limit=100`);
    return body.data.find((row: { id: number }) => row.id === id);
  };

export const older = (table: string, id: number) =>
  `update ${table} set recent_changes = (select jsonb_object_agg(key, jsonb_set(value, '{at}', to_jsonb((value ->> 'at')::timestamptz - make_interval(mins => $1))))
     from jsonb_each(recent_changes)) where id = ${id}`;

export const user = (isNamedInBody: boolean): Case => ({
  async make(viewer) {
    const id = await make('users', userRow(viewer.orgId, { phone: null, last_name: 'Before' }));
    await admin.query(
      `insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.ep.staff'`,
      [viewer.orgId, id],
    );
    const named = isNamedInBody ? { id } : {};
    const read = rowOf('/api/users/datatable', id);
    return {
      path: isNamedInBody ? '/api/users' : `/api/users/${id}`,
      read,
      first: { ...named, phone: '5185550199' },
      now: { phone: '5185550199', last_name: 'Before' },
      second: { ...named, last_name: 'After' },
      whole: async () => [await read(viewer), (await viewer.rest('GET', `/api/users/${id}`)).body.data],
      alone: { ...named, phone: null },
      age: `update user_changes set created_at = created_at - make_interval(mins => $1) where user_id = ${id}`,
      held: `select pg_advisory_xact_lock(5, ${viewer.orgId}); update users set phone = '5185550199', version = version + 1 where id = ${id}`,
    };
  },
});

export const ventilator: Case = {
  viewer: async () =>
    asViewer({
      kind: 'clinical',
      orgId: await makeOrganization('clinical', {
        allow_ventilator_support: true,
        ventilator_visibility: 'specific-users',
      }),
    }),
  async make(viewer) {
    const id = await make('users', userRow(viewer.orgId));
    const read = rowOf('/api/users/datatable', id);
    return {
      path: `/api/users/${id}/mvc-settings`,
      read,
      first: { mvc_settings: { enabled: true } },
      now: { id, mvc_settings: { enabled: true } },
      second: { mvc_settings: { enabled: false } },
      whole: async () => [await read(viewer)],
      alone: { mvc_settings: { enabled: false } },
      age: `update user_changes set created_at = created_at - make_interval(mins => $1) where user_id = ${id}`,
      held: `update users set mvc_enabled = true, version = version + 1 where id = ${id}`,
    };
  },
};

export const IN_TWO_DAYS = addDays(dayIn('America/New_York', new Date()), 2);
