import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Permission } from '../../src/auth/permissions.ts';
import { linesOf } from '../audit-lines.ts';
import { admin, asViewer, makeOrganization, usePortal, type TestViewer } from '../harness.ts';
import { FILES, REST, TIMES } from './contracts.ts';
import { restOperations } from './operations.ts';
import { arrange, type Things } from './permissions.fixture.ts';

usePortal();

/** Document 001, section 6. */
const DISABLED = 'The option to Export to .CSV has been disabled by your Admin';
const RESTRICTED = 'This action is restricted to Admin users only';

let orgId: number;
let things: Things;
beforeAll(async () => {
  orgId = await makeOrganization();
  things = await arrange(orgId, await asViewer({ orgId, can: ['view.patient'] }));
});

/** The logs of a user, which users without a permission read of themselves. */
const LOGS: Record<string, string> = {
  'GET /api/support/activity-logs/user/{id}': 'id',
  'GET /api/users/{user_id}/audit_log/datatable': 'user_id',
  'GET /api/users/{user_id}/history/datatable': 'user_id',
};
const parametersOf = (operation: string, of: Things): Record<string, unknown> =>
  operation in LOGS ? { [LOGS[operation]!]: of.user } : REST[operation]!(of).path;

const read = (who: TestViewer, operation: string, query = '', of = things, method = 'GET') => {
  const { path } = restOperations.find((route) => route.operation === operation)!;
  const parameters = parametersOf(operation, of);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(parameters[name]));
  return who.rest(method, `${address}?${query}`);
};
const save = (who: TestViewer, operation: string, query = '', of = things) =>
  read(who, operation, `csv=true${query}`, of);

test('no other path has a file', async () => {
  const viewer = await asViewer({ orgId });
  const others = restOperations.filter(
    ({ operation, method }) => method === 'GET' && operation in REST && !FILES.some(([file]) => file === operation),
  );
  expect(others.length).toBeGreaterThan(5);
  for (const { operation } of others)
    expect([operation, (await save(viewer, operation)).headers.get('content-type')]).not.toEqual([
      operation,
      expect.stringContaining('text/csv'),
    ]);
});

describe.each(FILES)('%s with csv=true', (operation, seen, saved, ofPatient) => {
  test('is a file for holders of the permission, and leaves one line with its number of rows', async () => {
    const viewer = await asViewer({ orgId, can: [seen, saved] });
    const { status, headers, text } = await save(viewer, operation);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const rows = text.trimEnd().split('\r\n').length - 1;
    expect(await linesOf(viewer)).toEqual([
      {
        operation,
        outcome: 'exported',
        patients: ofPatient ? [things.patient.id] : [],
        properties: expect.objectContaining({ rows }),
      },
    ]);
    const { body } = await read(viewer, operation);
    // The line of the file is itself a row of the log of all users.
    const own = operation === 'GET /api/support/activity-logs/datatable' ? 1 : 0;
    expect(rows).toBe((body.total ?? body.data.length) - own);
  });

  test('has the headers of the file in answer to HEAD, which reads no row and leaves no line of an export', async () => {
    const viewer = await asViewer({ orgId, can: [seen, saved] });
    const { status, headers, text } = await read(viewer, operation, 'csv=true', things, 'HEAD');
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="exported_table_\d{4}-\d\d-\d\d\.csv"$/);
    expect((await linesOf(viewer)).filter(({ outcome }) => outcome === 'exported')).toEqual([]);
  });

  test('is refused with the documented text without it, and leaves the line of a denial', async () => {
    const viewer = await asViewer({ orgId, can: [seen] });
    const { status, body } = await save(viewer, operation);
    expect([status, body]).toEqual([403, { message: RESTRICTED }]);
    expect((await linesOf(viewer)).map(({ outcome }) => outcome)).toEqual(['denied']);
  });
});

describe('the times of a file are those of the zone of the organization, which their titles name', () => {
  /** Half an hour off the full hour, and another day than in UTC from 18:30 on. */
  const ZONE = 'Asia/Kolkata';
  let own: number;
  let of: Things;
  beforeAll(async () => {
    own = await makeOrganization('ep', { timezone: ZONE });
    of = await arrange(own, await asViewer({ orgId: own, can: ['view.patient'] }));
    await admin.query(
      "update connections set start_time = '2026-01-20T18:00Z', end_time = '2026-01-20T18:30:00.123Z' where org_id = $1",
      [own],
    );
  });

  test('each file is in this test', () => {
    expect(Object.keys(TIMES)).toEqual(FILES.map(([operation]) => operation));
  });

  test.each(FILES)('%s', async (operation, seen, saved) => {
    const viewer = await asViewer({ orgId: own, can: [seen, saved] });
    const { status, text } = await save(viewer, operation, '', of);
    expect(status).toBe(200);
    const [titles, ...rows] = parse(text, { bom: true }) as string[][];
    const times = titles!.filter((title) => title.endsWith(` (${ZONE})`));
    expect(times).toEqual(TIMES[operation]!.map((title) => `${title} (${ZONE})`));
    for (const row of rows)
      row.forEach((cell, nth) => {
        const isTime = times.includes(titles![nth]!);
        // Contents of the logs are JSON, whose times are those of the answers.
        if (isTime)
          expect([titles![nth], cell]).toEqual([
            titles![nth],
            expect.stringMatching(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30)?$/),
          ]);
        else if (!cell.startsWith('{'))
          expect([titles![nth], cell]).toEqual([titles![nth], expect.not.stringMatching(/\d\d:\d\d/)]);
      });
  });

  test('a time at which the day begins there is one of that day', async () => {
    const viewer = await asViewer({ orgId: own });
    const { text } = await save(viewer, 'GET /api/machines/{guid}/connection-history', '&columns=end_time', of);
    expect(text.split('\r\n').slice(0, 2)).toEqual([`End Date (${ZONE})`, '2026-01-21T00:00:00.123+05:30']);
  });

  test('are named in Spanish too, and answers without csv=true have UTC', async () => {
    const viewer = await asViewer({ orgId: own, locale: 'es' });
    const { text } = await save(viewer, 'GET /api/uploads', '&columns=created', of);
    expect(text.split('\r\n')[0]).toBe(`Recibida (${ZONE})`);
    const { body } = await read(viewer, 'GET /api/machines/{guid}/connection-history', '', of);
    expect(body.data[0].end_time).toBe('2026-01-20T18:30:00.123Z');
  });
});

describe('export_to_csv_access of the organization', () => {
  const FILE = 'GET /api/patients/datatable';
  const answerTo = async (access: number, can: Permission[], locale: 'en' | 'es' = 'en') => {
    const own = await makeOrganization('ep', { export_to_csv_access: access });
    const viewer = await asViewer({ orgId: own, can, locale });
    const { status, body } = await viewer.rest('GET', '/api/patients/datatable?csv=true');
    const { data } = await viewer.gql(
      '{ viewer { viewerCanExportPatients viewerCanExportDevices viewerCanExportUsers exportNotice } }',
    );
    return [status, body?.message ?? null, data.viewer];
  };
  const fields = (patients: boolean, users: boolean, notice: string | null) => ({
    viewerCanExportPatients: patients,
    viewerCanExportDevices: false,
    viewerCanExportUsers: users,
    exportNotice: notice,
  });

  test('0 disables files for everyone, administrators too', async () => {
    expect(await answerTo(0, ['view.patient', 'export.patient', 'export.user'])).toEqual([
      403,
      DISABLED,
      fields(false, false, DISABLED),
    ]);
  });

  test('1 leaves them to all who hold the permission of the list', async () => {
    expect(await answerTo(1, ['view.patient', 'export.patient'])).toEqual([200, null, fields(true, false, null)]);
    expect(await answerTo(1, ['view.patient'])).toEqual([403, RESTRICTED, fields(false, false, null)]);
  });

  test('2 leaves them to administrators, who hold export.user too', async () => {
    expect(await answerTo(2, ['view.patient', 'export.patient'])).toEqual([
      403,
      RESTRICTED,
      fields(false, false, RESTRICTED),
    ]);
    expect(await answerTo(2, ['view.patient', 'export.patient', 'export.user'])).toEqual([
      200,
      null,
      fields(true, true, null),
    ]);
  });

  test('is explained in the language of the user', async () => {
    const spanish = 'Su administrador ha desactivado la opción de exportar a .CSV';
    expect(await answerTo(0, ['view.patient'], 'es')).toEqual([403, spanish, fields(false, false, spanish)]);
  });

  test('is asked for each file again', async () => {
    const own = await makeOrganization();
    const viewer = await asViewer({ orgId: own });
    const of = await arrange(own, viewer);
    expect((await save(viewer, FILE, '', of)).status).toBe(200);
    await admin.query('update organizations set export_to_csv_access = 0 where id = $1', [own]);
    expect((await save(viewer, FILE, '', of)).status).toBe(403);
  });
});

test.each([
  'org.ep.admin',
  'org.ep.staff',
  'org.clinical.admin',
  'org.clinical.staff',
  'org.physician',
  'location.ep.admin',
  'location.ep.staff',
  'location.clinical.staff',
  'group.ep.admin',
  'group.ep.staff',
  'group.clinical.staff',
])('%s may save each list that it sees', async (role) => {
  const viewer = await asViewer({ orgId, roles: [role] });
  for (const [operation] of FILES) {
    const sees = (await read(viewer, operation)).status === 200;
    expect([operation, (await save(viewer, operation)).status]).toEqual([operation, sees ? 200 : 403]);
  }
});

test('the line of a file has its search, filters, order and columns', async () => {
  const viewer = await asViewer({ orgId });
  const query = '&columns=last_name&searchTerm=a&orderBy=last_name&orderDir=desc&filters[last_name][contain]=quill';
  expect((await save(viewer, 'GET /api/patients/datatable', query)).status).toBe(200);
  expect((await linesOf(viewer))[0]!.properties).toEqual({
    rows: expect.any(Number),
    search: 'a',
    orderBy: 'last_name',
    orderDir: 'DESC',
    filters: [{ field: 'last_name', condition: 'contain', value: 'quill' }],
    columns: ['last_name'],
  });
});

describe('ids=…, the rows that a user has selected', () => {
  const FILE = 'GET /api/users/datatable';

  test('are the only ones of the file, in the order of the list, and its line names them', async () => {
    const own = await makeOrganization();
    const viewer = await asViewer({ orgId: own });
    const colleague = await asViewer({ orgId: own, roles: ['org.ep.staff'] });
    await asViewer({ orgId: own, roles: ['org.ep.staff'] });
    const outsider = await asViewer();
    const ids = [colleague.userId, viewer.userId, outsider.userId];
    const { status, text } = await save(viewer, FILE, `&columns=id&orderBy=id&orderDir=desc&ids=${ids.join()}`);
    const mine = [viewer.userId, colleague.userId].sort((a, b) => b - a);
    expect([status, text]).toEqual([200, `ID\r\n${mine.join('\r\n')}\r\n`]);
    expect((await linesOf(viewer))[0]!.properties).toMatchObject({ rows: 2, ids, columns: ['id'] });
  });

  test.each(['x', '1,', '0', '1;2', '-1', '1.5', Array.from({ length: 201 }, (_, n) => n + 1).join()])(
    'are refused as %s',
    async (ids) => {
      const { status, body } = await save(await asViewer({ orgId }), FILE, `&ids=${encodeURIComponent(ids)}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['ids']]);
    },
  );

  test('may be 200, and none that exists is a file with the titles alone', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => 900_000_000 + n).join();
    const { status, text } = await save(await asViewer({ orgId }), FILE, `&columns=email&ids=${ids}`);
    expect([status, text]).toEqual([200, 'Email\r\n']);
  });
});

test('without its line there is no file', async () => {
  const viewer = await asViewer({ orgId });
  await admin.query('revoke insert on audit_log from airlog_auth');
  try {
    const { status, text } = await save(viewer, 'GET /api/patients/datatable');
    expect([status, text.includes('Quill')]).toEqual([500, false]);
  } finally {
    await admin.query(
      'grant insert (org_id, actor_user_id, operation, outcome, patient_ids, properties, ip, request_id, session, read_at, actor_type) on audit_log to airlog_auth',
    );
  }
  expect((await save(viewer, 'GET /api/patients/datatable')).status).toBe(200);
});
