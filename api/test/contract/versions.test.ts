import { describe, expect, test } from '@jest/globals';
import { isWriting, operationOf } from '../../src/rest/router.ts';
import { routes } from '../../src/routes.ts';
import { admin, asViewer, signInAgain, usePortal, type TestViewer } from '../harness.ts';
import { whileLocked } from '../locks.ts';
import { UNVERSIONED, VERSIONED } from './contracts.ts';
import type { Changed } from './versions.fixture.ts';

// Of two users who have read the same row the second does not undo the change of the first (decisions/140).

usePortal();

type Method = 'POST' | 'PATCH' | 'DELETE';

const methodOf = (operation: string) => operation.split(' ')[0] as Method;

interface Turn extends Changed {
  viewer: TestViewer;
  colleague: TestViewer;
  /** Sends a body to the path as the viewer, or as another user. */
  send: (body: object, who?: TestViewer, headers?: Record<string, string>) => ReturnType<TestViewer['rest']>;
  /** The colleague changes the row. */
  change: () => Promise<void>;
}

async function turnOf(operation: string): Promise<Turn> {
  const { viewer: makeViewer, make } = VERSIONED[operation]!;
  const viewer = await (makeViewer ?? asViewer)();
  const colleague = await colleagueOf(viewer);
  const changed = await make(viewer);
  const send: Turn['send'] = (body, who = viewer, headers = {}) =>
    who.rest(methodOf(operation), changed.path, body, headers);
  const [method, path] = changed.firstAt ?? [methodOf(operation), changed.path];
  const change = async () => {
    const { status, body } = await colleague.rest(method, path, changed.first);
    expect([status, body]).toEqual([200, expect.anything()]);
  };
  return { ...changed, viewer, colleague, send, change };
}

/** Another user of the same organization with the same roles. */
async function colleagueOf({ orgId, userId }: TestViewer): Promise<TestViewer> {
  const { rows } = await admin.query(
    `insert into users (org_id, email, first_name, last_name, user_type, email_verified_at)
     select org_id, 'colleague-' || email, 'A', 'Colleague', user_type, now() from users where id = $1 returning id`,
    [userId],
  );
  const id = rows[0].id as number;
  await admin.query(
    'insert into user_roles (org_id, user_id, role_id) select org_id, $2, role_id from user_roles where user_id = $1',
    [userId, id],
  );
  return signInAgain({ orgId, userId: id });
}

const versionless = ({ version: _version, ...body }: Record<string, unknown>) => body;

test('every writing path takes a version, or says why it needs none', () => {
  const writing = routes.filter(isWriting).map(operationOf).toSorted();
  expect(
    [...Object.keys(VERSIONED), ...Object.keys(UNVERSIONED).filter((name) => !name.startsWith('Mutation.'))].toSorted(),
  ).toEqual(writing);
});

describe('of two users who have read the same version', () => {
  test.each(Object.keys(VERSIONED))(
    '%s: the second is refused with the values of now, changes nothing, and is taken with their version',
    async (operation) => {
      const { viewer, read, change, send, second, now } = await turnOf(operation);
      const { version } = await read(viewer);
      await change();
      const after = await read(viewer);
      expect(after.version).not.toBe(version);
      const refused = await send({ ...second, version });
      expect([refused.status, refused.body.conflict]).toMatchObject([422, { ...now, version: after.version }]);
      expect(refused.body.errors).toHaveProperty(['']);
      expect(await read(viewer)).toEqual(after);
      const taken = await send({ ...second, version: refused.body.conflict.version });
      expect([taken.status, taken.body?.code]).toEqual([operation.startsWith('DELETE') ? 204 : 200, undefined]);
    },
  );

  test.each(Object.keys(VERSIONED))('%s: a version that is no whole number is refused', async (operation) => {
    const { send, second } = await turnOf(operation);
    expect((await send({ ...second, version: 'newest' })).status).toBe(422);
  });
});

/** Clients send the object back that they have read. */
const wholes = Object.keys(VERSIONED).filter((operation) => operation.startsWith('PATCH'));

describe('a whole object that was read before and names no version', () => {
  test.each(wholes)(
    '%s: is refused with the values of now, also when it is only checked, and changes nothing',
    async (operation) => {
      const { viewer, read, change, send, whole, now } = await turnOf(operation);
      const objects = await whole!(viewer);
      await change();
      const after = await read(viewer);
      for (const object of objects)
        for (const headers of [{}, { precognition: 'true' }] as Record<string, string>[]) {
          const refused = await send(versionless(object), viewer, headers);
          expect([refused.status, refused.body.conflict]).toMatchObject([422, { ...now, version: after.version }]);
        }
      expect(await read(viewer)).toEqual(after);
    },
  );

  test.each(wholes)(
    '%s: is taken back from the user who made the last change, and from everyone as it is now',
    async (operation) => {
      const { viewer, colleague, change, send, whole } = await turnOf(operation);
      const old = (await whole!(viewer))[0]!;
      await change();
      const present = (await whole!(viewer))[0]!;
      expect((await send(versionless(present))).status).toBe(200);
      expect((await send(versionless(old), colleague)).status).toBe(200);
    },
  );

  test.each(wholes)(
    '%s: is refused 59 minutes after the change of the other user, and taken after 61',
    async (operation) => {
      const { viewer, change, send, whole, age } = await turnOf(operation);
      const old = (await whole!(viewer))[0]!;
      await change();
      await admin.query(age!.replaceAll('$1', '59'));
      expect((await send(versionless(old))).status).toBe(422);
      await admin.query(age!.replaceAll('$1', '2'));
      expect((await send(versionless(old))).status).toBe(200);
    },
  );

  test.each(wholes)('%s: is refused when the change of the other user is stored while it waits', async (operation) => {
    const { viewer, colleague, read, send, whole, held, now } = await turnOf(operation);
    const old = (await whole!(viewer))[0]!;
    const sql = `select set_config('app.user_id', '${colleague.userId}', true); ${held!}`;
    const refused = await whileLocked(sql, () => send(versionless(old)));
    expect([refused.status, refused.body.conflict]).toMatchObject([422, now]);
    expect(await read(viewer)).toMatchObject(now);
  });
});

// The form of a device always has its start.
test.each(wholes.filter((operation) => !operation.includes('/devices/')))(
  '%s: one field that is sent alone is written on purpose',
  async (operation) => {
    const { viewer, read, change, send, alone } = await turnOf(operation);
    const { version } = await read(viewer);
    await change();
    expect((await send(alone!)).status).toBe(200);
    expect((await send({ ...alone, version })).status).toBe(422);
  },
);

describe('a field', () => {
  const made = async () => {
    const turn = await turnOf('PATCH /api/patients/{id}');
    await turn.change(); // phone
    return turn;
  };

  test('that no one else has changed is written next to others, whatever a colleague changed', async () => {
    const { send } = await made();
    expect((await send({ city: 'Troy', state: 'NY', note: 'x' })).status).toBe(200);
  });

  test('with the value of now in another writing contradicts nothing', async () => {
    const { send, read, viewer } = await made();
    const { status, body } = await send({ city: 'Troy', phone: '(518) 555-0199' });
    expect([status, body.data.phone]).toEqual([200, (await read(viewer)).phone]);
  });

  test('that a colleague and then the viewer changed is the own of the viewer', async () => {
    const { send } = await made();
    expect((await send({ phone: '5185550111' })).status).toBe(200);
    expect((await send({ city: 'Troy', phone: '5185550122' })).status).toBe(200);
  });

  test('that the viewer and then a colleague changed is the newer value of the colleague', async () => {
    const turn = await turnOf('PATCH /api/patients/{id}');
    expect((await turn.send({ phone: '5185550111' })).status).toBe(200);
    await turn.change();
    const refused = await turn.send({ city: 'Troy', phone: '5185550122' });
    expect([refused.status, refused.body.conflict]).toMatchObject([422, turn.now]);
  });

  test('of an own change stays known after the change of another field', async () => {
    const { send, colleague } = await made();
    expect((await send({ city: 'Troy' }, colleague)).status).toBe(200);
    expect((await send({ note: 'x', phone: null })).status).toBe(422);
  });
});

describe('a user who was deactivated by a colleague', () => {
  test('is not activated by an old object, and by `active` alone', async () => {
    const { path, viewer, colleague, send } = await turnOf('PATCH /api/users/{id}');
    const object = (await viewer.rest('GET', path)).body.data;
    expect((await send({ active: 0 }, colleague)).body.data.active).toBe(0);
    const refused = await send(versionless(object));
    expect([refused.status, refused.body.code]).toEqual([422, 'conflict']);
    expect(refused.body.conflict).toMatchObject({ version: object.version + 1 });
    expect((await viewer.rest('GET', path)).body.data.active).toBe(0);
    expect((await send({ active: 1 })).body.data.active).toBe(1);
  });

  test('stays so when the object has the version of before', async () => {
    const { path, viewer, colleague, send } = await turnOf('PATCH /api/users/{id}');
    const object = (await viewer.rest('GET', path)).body.data;
    await send({ active: 0 }, colleague);
    expect((await send(object)).body.code).toBe('conflict');
    expect((await viewer.rest('GET', path)).body.data.active).toBe(0);
  });
});

test.each([
  ['PATCH /api/users/{id}', 'has_api', false, 'update users set has_api = true where id = $1'],
  [
    'PATCH /api/patients/{id}',
    'last_report',
    '2026-02-01',
    `update patients set last_report = '2026-03-01' where id = $1`,
  ],
])('%s: an older version is refused as such, also when %s has changed since', async (operation, field, old, sql) => {
  const { path, viewer, change, send, now } = await turnOf(operation);
  const object = { ...(await viewer.rest('GET', path)).body.data, [field]: old };
  await change();
  await admin.query(sql, [object.id]);
  const refused = await send(object);
  expect([refused.status, refused.body.code, refused.body.conflict]).toMatchObject([422, 'conflict', now]);
  const { version } = refused.body.conflict;
  expect(Object.keys((await send({ ...object, ...now, version })).body.errors)).toEqual([field]);
});

describe('the values of now are shown only to who may read them', () => {
  test.each([
    ['PATCH /api/users/{id}', ['update.user.active'], { active: 0 }],
    ['PATCH /api/users/{id}/mvc-settings', ['update.user.mvc_settings'], { mvc_settings: { enabled: false } }],
  ] as const)('%s with %j only', async (operation, can, sent) => {
    const { path, viewer, change } = await turnOf(operation);
    const limited = await asViewer({ orgId: viewer.orgId, can: [...can] });
    await change();
    const { status, body } = await limited.rest('PATCH', path, { ...sent, version: 0 });
    expect([status, body.code, body.conflict]).toEqual([422, 'conflict', null]);
  });

  test('the account of a patient is shown without the patient to who may not read patients', async () => {
    const { path, viewer, change } = await turnOf('PATCH /api/mobile-users/{id}');
    const limited = await asViewer({ orgId: viewer.orgId, can: ['view.mobile_user', 'update.mobile_user'] });
    await change();
    const { status, body } = await limited.rest('PATCH', path, { active: 1, version: 0 });
    expect([status, body.conflict]).toMatchObject([422, { active: 0, patient_id: null, patient: null }]);
  });

  test('a device is shown as the list of devices shows it to the same user', async () => {
    const { path, viewer, read, change } = await turnOf('PATCH /api/patients/{id}/devices/{deviceId}');
    const limited = await asViewer({ orgId: viewer.orgId, can: ['view.patient', 'update.device'] });
    await change();
    const { status, body } = await limited.rest('PATCH', path, { start_date: '2026-01-05', version: 1 });
    expect([status, body.conflict]).toEqual([422, await read(limited)]);
    expect((await read(viewer)).pin).toBe('1234');
  });
});

test('a restored assignment has no version that it had before', async () => {
  const { path, viewer, read, change, send } = await turnOf('PATCH /api/patients/{id}/devices/{deviceId}');
  const seen = [(await read(viewer)).version];
  await change();
  seen.push((await read(viewer)).version);
  expect((await viewer.rest('DELETE', path)).status).toBe(204);
  expect((await viewer.rest('POST', `${path}/void`, { reason: 'Typed for another patient.' })).status).toBe(204);
  expect((await viewer.rest('POST', `${path}/restore`, {})).status).toBe(200);
  expect(seen).not.toContain((await read(viewer)).version);
  expect((await send({ start_date: '2026-01-10', end_date: '2026-01-20', version: seen[1] })).status).toBe(422);
});
