import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { countQueries } from '../../test/count-queries.ts';
import { admin, asViewer, make, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { sendUsers, userCells, usersFile } from '../../test/users-file.ts';
import { workbookOf } from '../../test/xlsx.ts';

usePortalHere();

let viewer: TestViewer;
let north: number;
let group: number;
beforeAll(async () => {
  viewer = await asViewer();
  north = await make('locations', { org_id: viewer.orgId, name: 'North', country: 'US', is_primary: true });
  group = await make('org_groups', { org_id: viewer.orgId, name: 'Nights' });
});

const DRY = { fields: { dry_run: '1' } };
const dryRun = async (file: string | Buffer, who = viewer) => (await sendUsers(who, file, DRY)).body.data;
const stateOf = async (id: number) =>
  (await admin.query('select state from user_imports where id = $1', [id])).rows[0]?.state;
const ended = (id: number) => until(async () => ['done', 'failed', 'refused'].includes(await stateOf(id)));
const userOf = async (email: string) =>
  (
    await admin.query(
      `select u.*, array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) as roles,
         array(select location_id from user_locations l where l.user_id = u.id) as locations,
         array(select group_id from user_groups g where g.user_id = u.id) as groups,
         (select count(*)::int from mails m where m.user_id = u.id and m.template = 'invitation') as invitations
         from users u where u.email = $1`,
      [email],
    )
  ).rows[0];
const IMPORT = `query ($id: ID!, $only: Boolean) { userImport(importId: $id) { state rowCount refusedCount doneCount
  rows(onlyRefused: $only, limit: 100) { row email name outcome errors { attribute message } } } }`;
const shown = async (id: number, only = false, who = viewer) =>
  (await who.gql(IMPORT, { id: String(id), only })).data.userImport;
const START =
  'mutation ($input: ImportUsersInput!) { importUsers(input: $input) { userImport { id state } userErrors { code message } } }';
const start = async (id: number) => (await viewer.gql(START, { input: { importId: String(id) } })).data.importUsers;

describe('POST /api/orgs/{org_id}/users/import', () => {
  test('creates every user of a file with their role, type, locations and groups, and invites them', async () => {
    const [staff, place, team] = [
      userCells({ phone: '+1 518 555 0100' }),
      userCells({ user_type: 'ubicación', role: 'location.ep.staff', locations: 'north' }),
      userCells({ user_type: 'GROUP', role: 'group.ep.staff', groups: `${group}` }),
    ];
    const answer = await sendUsers(viewer, usersFile(staff, place, team));
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        data: { id: expect.any(Number), org_id: viewer.orgId, state: 'waiting', rows: 3, refused: 0, done: 0 },
        message: 'Users being imported: 3.',
      },
    ]);
    await ended(answer.body.data.id);
    expect(await userOf(staff.email!)).toMatchObject({
      org_id: viewer.orgId,
      first_name: 'Dana',
      last_name: 'Reyes',
      phone: '5185550100',
      user_type: 'Organization',
      roles: ['org.ep.staff'],
      active: true,
      email_verified_at: null,
      is_clinician: true,
      notification_type: 'Email',
      invitations: 1,
    });
    expect(await userOf(place.email!)).toMatchObject({ user_type: 'Location', locations: [north], groups: [] });
    expect(await userOf(team.email!)).toMatchObject({ user_type: 'Group', locations: [], groups: [group] });
    const progress = await viewer.rest('GET', `/api/orgs/${viewer.orgId}/users/import/${answer.body.data.id}`);
    expect(progress.body.data).toMatchObject({ state: 'done', rows: 3, done: 3 });
    const lines = await admin.query(
      "select actor_user_id, event from user_changes where changes -> 'email' ->> 'after' = $1",
      [staff.email],
    );
    expect(lines.rows).toEqual([{ actor_user_id: viewer.userId, event: 'created' }]);
  });

  test('creates no users when dry_run is no flag', async () => {
    const cells = userCells();
    const { status, body } = await sendUsers(viewer, usersFile(cells), { fields: { dry_run: 'yes' } });
    expect([status, Object.keys(body.errors), await userOf(cells.email!)]).toEqual([422, ['dry_run'], undefined]);
  });

  test('gives each user the country of its row: two letters in either case, and US without any', async () => {
    const [canadian, lower, empty] = [userCells({ country: 'CA' }), userCells({ country: 'ca' }), userCells()];
    const answer = await sendUsers(viewer, usersFile(canadian, lower, empty));
    await ended(answer.body.data.id);
    const countries = await Promise.all([canadian, lower, empty].map(({ email }) => userOf(email!)));
    expect(countries.map(({ country }) => country)).toEqual(['CA', 'CA', 'US']);
  });

  test.each(['Country', 'COUNTRY CODE', 'País', 'código de país'])(
    'knows the country by the header %s',
    async (name) => {
      const email = userCells().email!;
      const file = `Email;Nombre;Apellidos;Tipo;Rol;${name}\n${email};Dana;Reyes;Organización;org.ep.staff;CA`;
      const { body } = await sendUsers(viewer, file);
      await ended(body.data.id);
      expect(await userOf(email)).toMatchObject({ country: 'CA' });
    },
  );

  test('takes a workbook like a CSV file', async () => {
    const email = userCells().email!;
    const header = ['First Name', 'Last Name', 'Email', 'User Type', 'Role'];
    const file = workbookOf([header, ['Dana', 'Reyes', email, 'Organization', 'Equipment provider staff']]);
    const { body } = await sendUsers(viewer, file);
    await ended(body.data.id);
    expect(await userOf(email)).toMatchObject({ roles: ['org.ep.staff'], country: 'US' });
  });

  test('refuses a file with wrong rows as documented: row, attribute and errors, and creates no user', async () => {
    const right = userCells();
    const file = usersFile(right, userCells({ phone: '12' }), userCells({ first_name: '', role: 'org.ep.boss' }));
    const { status, body } = await sendUsers(viewer, file);
    expect([status, body]).toEqual([
      422,
      {
        message: 'Row 3, phone: Incorrect phone number format entered. (and 2 more errors)',
        code: 'user_import.row',
        errors: {
          file: [
            'Row 3, phone: Incorrect phone number format entered.',
            'Row 4, first_name: This field is required.',
            'Row 4, role: Users of this organization cannot have this role. Choose another role.',
          ],
        },
        validation_error: [
          { row: 3, attribute: 'phone', errors: ['Incorrect phone number format entered'] },
          { row: 4, attribute: 'first_name', errors: ['This field is required'] },
          {
            row: 4,
            attribute: 'role',
            errors: ['Users of this organization cannot have this role. Choose another role'],
          },
        ],
      },
    ]);
    expect(await userOf(right.email!)).toBeUndefined();
  });

  test('names an unknown column as an error of row 1', async () => {
    const { status, body } = await sendUsers(
      viewer,
      'first_name,last_name,email,user_type,role,active\na,b,c@d.test,Organization,x,1',
    );
    expect([status, body.validation_error]).toEqual([
      422,
      [{ row: 1, attribute: 'active', errors: ['A file of users has no such column. Remove it, or check its name'] }],
    ]);
  });

  test('answers in the language of the user', async () => {
    const spanish = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    const { body } = await sendUsers(spanish, usersFile(userCells({ phone: '12' })));
    expect(body.errors.file).toEqual([expect.stringMatching(/^Fila 2, phone: .+[^.]\.$/)]);
  });

  test.each([
    ['without a file', null, {}, 'file'],
    ['with an empty file', '', {}, 'file'],
    ['with another organization in the form', usersFile(userCells()), { org_id: '999999' }, 'org_id'],
  ] as const)('is refused %s', async (_name, file, fields, field) => {
    const { status, body } = await sendUsers(viewer, file, { fields });
    expect([status, body]).toMatchObject([422, { errors: { [field]: [expect.any(String)] } }]);
  });

  test('validates without writing when the client asks for it', async () => {
    const headers = { precognition: 'true' };
    const row = userCells();
    expect((await sendUsers(viewer, usersFile(row), { headers })).status).toBe(204);
    expect((await sendUsers(viewer, usersFile(row, userCells({ phone: '1' })), { headers })).status).toBe(422);
    expect(await userOf(row.email!)).toBeUndefined();
  });

  test('is carried out once per Idempotency-Key; with another file the key is refused', async () => {
    const [file, headers] = [usersFile(userCells()), { 'idempotency-key': randomUUID() }];
    const [first, second] = [await sendUsers(viewer, file, { headers }), await sendUsers(viewer, file, { headers })];
    expect([first.status, second.status, second.body.data.id]).toEqual([202, 202, first.body.data.id]);
    expect((await sendUsers(viewer, usersFile(userCells()), { headers })).body.code).toBe('request_id.reused');
  });
});

describe('a dry run', () => {
  test('says what each row would do, and creates no user', async () => {
    const [right, wrong] = [userCells(), userCells({ email: 'no address' })];
    const { id, state } = await dryRun(usersFile(right, wrong));
    expect(state).toBe('refused');
    expect(await shown(id)).toEqual({
      state: 'REFUSED',
      rowCount: 2,
      refusedCount: 1,
      doneCount: 0,
      rows: [
        { row: 2, email: right.email, name: 'Dana Reyes', outcome: 'NOT_CREATED', errors: [] },
        {
          row: 3,
          email: 'no address',
          name: 'Dana Reyes',
          outcome: 'REFUSED',
          errors: [{ attribute: 'email', message: 'Enter a valid email address' }],
        },
      ],
    });
    expect((await shown(id, true)).rows.map(({ row }: { row: number }) => row)).toEqual([3]);
    expect((await start(id)).userErrors).toEqual([expect.objectContaining({ code: 'user_import.has_errors' })]);
    expect(await userOf(right.email!)).toBeUndefined();
  });

  test.each(['MX', 'USA', 'Canada'])('refuses the country %s at its column', async (country) => {
    const { id, state } = await dryRun(usersFile(userCells({ country })));
    expect([state, (await shown(id)).rows[0].errors]).toEqual([
      'refused',
      [{ attribute: 'country', message: 'Enter US or CA' }],
    ]);
  });

  test('without errors is started once, however often it is confirmed', async () => {
    const row = userCells();
    const { id, state } = await dryRun(usersFile(row));
    expect([state, (await shown(id)).rows[0].outcome]).toEqual(['checked', 'CREATE']);
    const answers = await Promise.all([start(id), start(id)]);
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    await ended(id);
    expect((await start(id)).userImport).toMatchObject({ state: 'DONE' });
    expect(await shown(id)).toMatchObject({ state: 'DONE', doneCount: 1, rows: [{ outcome: 'CREATED' }] });
    expect(await userOf(row.email!)).toMatchObject({ invitations: 1 });
  });

  test('keeps its rows until the user has 20 newer ones that were not started', async () => {
    const who = await asViewer();
    const colleague = await asViewer({ orgId: who.orgId });
    const { id: theirs } = await dryRun(usersFile(userCells()), colleague);
    const row = userCells();
    const { id: first } = await dryRun(usersFile(row), who);
    const { id: started } = await dryRun(usersFile(userCells()), who);
    await admin.query("update user_imports set state = 'done' where id = $1", [started]);
    for (let newer = 0; newer < 19; newer += 1) await dryRun(usersFile(userCells({ phone: String(newer) })), who);
    expect(await shown(first, false, who)).toMatchObject({ state: 'CHECKED', rows: [{ email: row.email }] });
    await dryRun(usersFile(userCells()), who);
    expect(await shown(first, false, who)).toMatchObject({ state: 'FAILED', rows: [] });
    expect((await who.gql(START, { input: { importId: String(first) } })).data.importUsers).toMatchObject({
      userImport: { state: 'FAILED' },
    });
    for (const [id, owner] of [
      [started, who],
      [theirs, colleague],
    ] as const)
      expect((await shown(id, false, owner)).rows).toHaveLength(1);
    expect(await userOf(row.email!)).toBeUndefined();
  });

  test('has a file with the outcome of each row, in which nothing runs as a formula', async () => {
    const { id } = await dryRun(
      usersFile(userCells({ email: 'a@example.test', last_name: '=1+1' }), userCells({ email: 'b' })),
    );
    const answer = await viewer.rest('GET', `/api/orgs/${viewer.orgId}/users/import/${id}/result`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="user_import_${id}.csv"`);
    expect(answer.text.split('\r\n').slice(0, 3)).toEqual([
      expect.stringContaining('Row,Email,First Name,Last Name,Result,Errors'),
      '2,a@example.test,Dana,,Refused,last_name: The cell is or begins like a formula. Enter its value as text',
      expect.stringMatching(/^3,b,Dana,Reyes,Refused,email: /),
    ]);
  });

  test('is read by no other user, and not at the address of another organization', async () => {
    const { id } = await dryRun(usersFile(userCells()));
    const colleague = await asViewer({ orgId: viewer.orgId });
    expect((await colleague.gql(IMPORT, { id: String(id) })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const other = await asViewer();
    for (const end of ['', '/result'])
      expect((await viewer.rest('GET', `/api/orgs/${other.orgId}/users/import/${id}${end}`)).status).toBe(404);
  });

  test('takes the same few statements for 2 rows and for 300', async () => {
    const rows = (count: number) => usersFile(...Array.from({ length: count }, () => userCells({ locations: '' })));
    const [few, many] = [rows(2), rows(300)];
    await dryRun(few);
    const { statements } = await countQueries(() => dryRun(few));
    expect((await countQueries(() => dryRun(many))).statements).toBe(statements);
    expect(statements).toBeLessThan(30);
  });

  test('sends its rows next to the text of a statement, into which they would be written character by character', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    await dryRun(usersFile(...Array.from({ length: 300 }, () => userCells())));
    const texts = sent.mock.calls.map(([query]: unknown[]) => (query as { text?: string }).text ?? String(query));
    sent.mockRestore();
    expect(texts).not.toEqual([]);
    // Of other statements of these seconds: jobs create users.
    expect(texts.filter((text) => text.includes('user_imports') && text.length > 10_000)).toEqual([]);
  });
});

describe('each row obeys the rules of the form', () => {
  const errorsOf = async (who: TestViewer, ...rows: ReturnType<typeof userCells>[]) => {
    const { id } = await dryRun(usersFile(...rows), who);
    const { rows: read } = await shown(id, true, who);
    return read.flatMap(({ row, errors }: { row: number; errors: { attribute: string; message: string }[] }) =>
      errors.map(({ attribute, message }) => [row, attribute, message]),
    );
  };

  test('on types, roles, locations and groups', async () => {
    expect(
      await errorsOf(
        viewer,
        userCells({ user_type: 'Boss' }),
        userCells({ role: 'location.ep.staff' }),
        userCells({ role: 'org.clinical.staff' }),
        userCells({ user_type: 'Location', role: 'location.ep.staff' }),
        userCells({ locations: 'North' }),
        userCells({ user_type: 'Location', role: 'location.ep.staff', locations: 'North|Nowhere' }),
        userCells({ user_type: 'Location', role: 'location.ep.staff', locations: `a${'\u{1F4CD}'.repeat(30)}` }),
      ),
    ).toEqual([
      [2, 'user_type', 'This value is not valid. Check it'],
      [3, 'role', 'This role belongs to another user type. Choose another role or user type'],
      [4, 'role', 'Users of this organization cannot have this role. Choose another role'],
      [5, 'locations', 'Choose at least one location'],
      [6, 'locations', 'Locations and groups belong to users of the types Location and Group. Choose that user type'],
      [7, 'locations', 'You can assign no location or group with the name or number nowhere. Check it'],
      [8, 'locations', expect.stringMatching(/ number a(\u{1F4CD}){29}\uFFFD\. Check it$/u)],
    ]);
  });

  test('on addresses: repeated in the file, of an existing account, outside the trusted domains', async () => {
    const own = await asViewer();
    const taken = userCells();
    await ended((await sendUsers(own, usersFile(taken))).body.data.id);
    const row = userCells();
    expect(await errorsOf(own, row, userCells({ email: row.email!.toUpperCase() }), taken)).toEqual([
      [3, 'email', 'Row 2 has the same email address. Remove one of the rows'],
      [4, 'email', 'This email address cannot be used. Another user may already have it. Enter another address'],
    ]);
    await own.rest('POST', '/api/trusted-domains', { name: 'north.test' });
    expect(await errorsOf(own, userCells(), userCells({ email: 'dana@NORTH.test' }))).toEqual([
      [
        2,
        'email',
        "This address is of none of the organization's trusted domains. Enter another address, or add its domain under Trusted domains",
      ],
    ]);
  });
});
