import { userRow } from '../../src/db/factories.ts';
import { addDays, dayIn } from '../../src/shared/dates.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type Ref,
  type TestViewer,
} from '../harness.ts';
import { mobileUserRow } from './isolation.fixture.ts';

type Body = Record<string, unknown>;

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

interface Case {
  viewer?: () => Promise<TestViewer>;
  make: (viewer: TestViewer) => Promise<Changed>;
}

const rowOf =
  (table: string, id: number) =>
  async (viewer: TestViewer): Promise<Body & { version: unknown }> => {
    const { body } = await viewer.rest('GET', `${table}?limit=100`);
    return body.data.find((row: { id: number }) => row.id === id);
  };

const older = (table: string, id: number) =>
  `update ${table} set recent_changes = (select jsonb_object_agg(key, jsonb_set(value, '{at}', to_jsonb((value ->> 'at')::timestamptz - make_interval(mins => $1))))
     from jsonb_each(recent_changes)) where id = ${id}`;

const patient: Case = {
  async make(viewer) {
    const { id } = await makePatient(viewer.orgId, { dme_id: viewer.orgId, city: 'Albany' });
    const read = rowOf('/api/patients/datatable', id);
    return {
      path: `/api/patients/${id}`,
      read,
      first: { phone: '5185550199' },
      now: { phone: '5185550199', city: 'Albany' },
      second: { city: 'Troy' },
      whole: async () => [await read(viewer), (await viewer.rest('GET', `/api/patients/${id}`)).body.data],
      alone: { phone: null },
      age: older('patients', id),
      held: `update patients set phone = '5185550199' where id = ${id}`,
    };
  },
};

const user = (isNamedInBody: boolean): Case => ({
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

const ventilator: Case = {
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

const settings: Case = {
  async make(viewer) {
    const read = async (who: TestViewer) => (await who.rest('GET', '/api/users/my-org')).body;
    return {
      path: '/api/users/my-org',
      read,
      first: { session_idle_minutes: 20 },
      now: { session_idle_minutes: 20, locale: 'en' },
      second: { locale: 'es' },
      whole: async () => [await read(viewer)],
      alone: { session_idle_minutes: 30 },
      age: older('organizations', viewer.orgId),
      held: `update organizations set session_idle_minutes = 20, settings_version = settings_version + 1 where id = ${viewer.orgId}`,
    };
  },
};

const announcement: Case = {
  viewer: () => asViewer({ kind: 'support' }),
  async make(viewer) {
    const body = { title: 'Maintenance', body: 'On Sunday.', from_date: '2026-01-01' };
    const { id } = (await viewer.rest('POST', '/api/announcements', body)).body.data;
    const read = rowOf('/api/announcements/datatable', id);
    return {
      path: `/api/announcements/${id}`,
      read,
      first: { title: 'Moved' },
      now: { id, title: 'Moved', body: 'On Sunday.' },
      second: { body: 'On Monday.' },
      whole: async () => [await read(viewer)],
      alone: { title: 'Maintenance' },
      age: older('announcements', id),
      held: `update announcements set title = 'Moved', version = version + 1 where id = ${id}`,
    };
  },
};

const mobileUser: Case = {
  async make(viewer) {
    const { id: of } = await makePatient(viewer.orgId);
    const id = await make('mobile_users', mobileUserRow(viewer.orgId, of));
    const read = rowOf('/api/mobile-users/datatable', id);
    return {
      path: `/api/mobile-users/${id}`,
      read,
      first: { active: 0 },
      now: { id, patient_id: of, active: 0 },
      second: { active: 1 },
      whole: async () => [await read(viewer)],
      alone: { active: 1 },
      age: older('mobile_users', id),
      held: `update mobile_users set active = false where id = ${id}`,
    };
  },
};

async function makeDevice(viewer: TestViewer, has_pin = true) {
  const [of, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  const id = await makeHistory(of, machine, { start_date: '2026-01-10', has_pin });
  const path = `/api/patients/${of.id}/devices/${id}`;
  const read = async (who: TestViewer) =>
    (await who.rest('GET', `/api/patients/${of.id}/devices`)).body.data.find((row: { id: number }) => row.id === id);
  const first = { start_date: '2026-01-08', end_date: null };
  return { of, machine, id, path, read, first, now: { id, patient_id: of.id, start_date: '2026-01-08' } };
}

const device: Case = {
  async make(viewer) {
    const { of, machine, id, ...shared } = await makeDevice(viewer);
    return {
      ...shared,
      second: { serial_number: machine.serial, start_date: '2026-01-10', end_date: '2026-01-20' },
      whole: async () => {
        const { serial, start_date } = await shared.read(viewer);
        return [{ serial_number: serial, start_date }];
      },
      age: older('device_history', id),
      held: `select pg_advisory_xact_lock(1, ${of.id}); update device_history set start_date = '2026-01-08' where id = ${id}`,
    };
  },
};

/** An act on a device that takes the version that was seen. */
const deviceAct = (name: string, body: Body): Case => ({
  async make(viewer) {
    const { path, read, first, now } = await makeDevice(viewer, name !== '/add-pin');
    return { path: `${path}${name}`, read, first, now, firstAt: ['PATCH', path], second: body };
  },
});

async function makeSilent(viewer: TestViewer): Promise<Ref> {
  const [of, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  await makeHistory(of, machine);
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `M${machine.id}`,
  ]);
  const time = new Date(Date.now() - 90 * 3_600_000);
  const connection = { patient_id: of.id, machine_org_id: machine.orgId, machine_id: machine.id, terminal_type: 1 };
  await make('connections', { org_id: of.orgId, ...connection, start_time: time, end_time: time });
  return of;
}

const IN_TWO_DAYS = addDays(dayIn('America/New_York', new Date()), 2);

const followUp = (name: string, second: Body): Case => ({
  async make(viewer) {
    const { id } = await makeSilent(viewer);
    const path = `/api/follow-ups/${id}/silent`;
    const key = `${id}-silent`;
    return {
      path: `${path}/${name}`,
      read: async (who) => {
        const pages = await Promise.all(
          ['open', 'snoozed'].map((state) => who.rest('GET', `/api/follow-ups?state=${state}`)),
        );
        return pages.flatMap((page) => page.body.data).find((row) => row.id === key);
      },
      first: { user_id: viewer.userId },
      now: { id: key, assignee: { id: viewer.userId } },
      firstAt: ['POST', `${path}/assign`],
      second,
    };
  },
});

/** Every writing path that changes a row which its client has read, with a row that two users change. */
export const VERSIONED: Record<string, Case> = {
  'DELETE /api/patients/{id}/devices/{deviceId}': deviceAct('', {}),
  'PATCH /api/announcements/{id}': announcement,
  'PATCH /api/mobile-users/{id}': mobileUser,
  'PATCH /api/patients/{id}': patient,
  'PATCH /api/patients/{id}/devices/{deviceId}': device,
  'PATCH /api/users': user(true),
  'PATCH /api/users/my-org': settings,
  'PATCH /api/users/{id}': user(false),
  'PATCH /api/users/{id}/mvc-settings': ventilator,
  'POST /api/follow-ups/{patient}/{reason}/assign': followUp('assign', { user_id: null }),
  'POST /api/follow-ups/{patient}/{reason}/done': followUp('done', { outcome: 'reached' }),
  'POST /api/follow-ups/{patient}/{reason}/reopen': followUp('reopen', {}),
  'POST /api/follow-ups/{patient}/{reason}/snooze': followUp('snooze', { until: IN_TWO_DAYS }),
  'POST /api/patients/{id}/devices/{deviceId}/add-pin': deviceAct('/add-pin', { pin_number: '1234' }),
};
