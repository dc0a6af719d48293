import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { admin, anonymous, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import { sendUsers, userCells, usersFile } from '../../test/users-file.ts';
import { workbookParts, zipOf } from '../../test/xlsx.ts';

usePortal();

const DRY = { fields: { dry_run: '1' } };
const errorsOf = async (viewer: TestViewer, ...rows: ReturnType<typeof userCells>[]) =>
  ((await sendUsers(viewer, usersFile(...rows))).body.validation_error as { row: number; attribute: string }[]).map(
    ({ row, attribute }) => [row, attribute],
  );

/** Sends a body as it is, with the headers of the viewer's session. */
const raw = (viewer: TestViewer, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${viewer.origin}/api/orgs/${viewer.orgId}/users/import`, {
    method: 'POST',
    headers: { ...viewer.headers, 'content-type': type, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
const part = (name: string, value: string, file = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
const FORM = 'multipart/form-data; boundary=x';

describe('an import', () => {
  test('into another organization is answered like one into an organization that does not exist', async () => {
    const viewer = await asViewer();
    const answers = [
      await sendUsers(viewer, usersFile(userCells()), { orgId: await makeOrganization() }),
      await sendUsers(viewer, usersFile(userCells()), { orgId: 999_999_999 }),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, answers[1]!.text],
      [404, answers[1]!.text],
    ]);
  });

  test('by support staff creates users of any organization, with the roles of organizations', async () => {
    const support = await asViewer({ kind: 'support' });
    const orgId = await makeOrganization();
    expect((await sendUsers(support, usersFile(userCells()), { orgId })).status).toBe(202);
    expect(
      (await sendUsers(support, usersFile(userCells({ role: 'support.admin' })), { orgId })).body.validation_error,
    ).toEqual([expect.objectContaining({ row: 2, attribute: 'role' })]);
  });

  test("gives no role beyond the viewer's own, and no location outside it", async () => {
    const orgId = await makeOrganization();
    const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
    const [north] = [await place('North'), await place('South')];
    const limited = await asViewer({ orgId, roles: ['location.ep.admin'], locationIds: [north] });
    const staff = { user_type: 'Location', role: 'location.ep.staff' };
    expect(
      await errorsOf(
        limited,
        userCells(),
        userCells({ ...staff, locations: 'South' }),
        userCells({ ...staff, locations: 'North;South' }),
        userCells({ ...staff, locations: 'North' }),
      ),
    ).toEqual([
      [2, 'role'],
      [3, 'locations'],
      [4, 'locations'],
    ]);
    const own = await asViewer({ orgId, can: ['create.user'] });
    expect(await errorsOf(own, userCells({ role: 'org.ep.admin' }))).toEqual([[2, 'role']]);
  });

  test('reveals no more addresses of other organizations than the form: after 20 in an hour it says nothing', async () => {
    const [viewer, other] = [await asViewer(), await asViewer()];
    const theirs = Array.from({ length: 21 }, () => userCells());
    for (const { email } of theirs)
      await make('users', {
        org_id: other.orgId,
        email,
        first_name: 'A',
        last_name: 'B',
        user_type: 'Organization',
        locale: 'en',
      });
    const answer = await sendUsers(viewer, usersFile(...theirs), DRY);
    expect([answer.status, answer.text.includes('example.test')]).toEqual([429, false]);
    const prober = await asViewer();
    expect((await sendUsers(prober, usersFile(...theirs.slice(0, 20)), DRY)).body.data.refused).toBe(20);
    expect((await sendUsers(prober, usersFile(theirs[20]!), DRY)).status).toBe(429);
    const email = userCells().email!;
    const CHECK = 'query ($input: CreateUserInput!) { checkCreateUser(input: $input) { userErrors { code } } }';
    const input = {
      email,
      confirmEmail: email,
      firstName: 'A',
      lastName: 'B',
      userType: 'ORGANIZATION',
      role: 'org.ep.staff',
    };
    expect((await prober.gql(CHECK, { input })).errors?.[0]?.extensions.code).toBe('TOO_MANY');
  });

  test('does not count the accounts of its own organization, which the viewer sees', async () => {
    const viewer = await asViewer();
    const own = Array.from({ length: 25 }, () => userCells());
    for (const { email } of own)
      await make('users', {
        org_id: viewer.orgId,
        email,
        first_name: 'A',
        last_name: 'B',
        user_type: 'Organization',
        locale: 'en',
      });
    for (const _time of [1, 2])
      expect((await sendUsers(viewer, usersFile(...own), DRY)).body.data).toMatchObject({ rows: 25, refused: 25 });
  });

  test('with a workbook that inflates to much more is refused', async () => {
    const bomb = zipOf(workbookParts(' '.repeat(64 * 1024 * 1024)));
    const viewer = await asViewer();
    const { status, body } = await sendUsers(viewer, bomb);
    expect([status, body.code]).toEqual([422, 'user_import.too_large_inside']);
    const deep = zipOf(workbookParts('', '<a>'.repeat(1_000_000)));
    for (const answer of await Promise.all([sendUsers(viewer, deep), sendUsers(viewer, deep, DRY)]))
      expect([answer.status, answer.body.code]).toEqual([422, 'user_import.not_a_table']);
    expect((await sendUsers(viewer, usersFile(userCells()), DRY)).status).toBe(200);
  });
});

describe('a form with a file', () => {
  test.each([
    ['of more than 5 MB', FORM, part('file', 'x'.repeat(5 * 1024 * 1024 + 1), '; filename="a.csv"') + '--x--\r\n', 413],
    ['with another file', FORM, part('other', 'x', '; filename="a.csv"') + '--x--\r\n', 400],
    [
      'with two files',
      FORM,
      part('file', 'x', '; filename="a"') + part('file', 'y', '; filename="b"') + '--x--\r\n',
      400,
    ],
    ['with many fields', FORM, Array.from({ length: 9 }, (_, n) => part(`f${n}`, 'x')).join('') + '--x--\r\n', 400],
    ['with a field twice', FORM, part('org_id', '1') + part('org_id', '2') + '--x--\r\n', 400],
    ['with a long value', FORM, part('org_id', 'x'.repeat(201)) + '--x--\r\n', 400],
    ['without a boundary', 'multipart/form-data', 'x', 400],
    ['that ends too early', FORM, part('file', 'x', '; filename="a"'), 400],
    ['of another type', 'text/csv', 'x', 415],
  ])('%s is refused', async (_name, type, body, status) => {
    expect((await raw(await asViewer(), type, body)).status).toBe(status);
  });

  test('of 5 MB is read', async () => {
    const viewer = await asViewer();
    const answer = await sendUsers(viewer, 'x'.repeat(5 * 1024 * 1024));
    expect([answer.status, answer.body.code]).toEqual([422, 'user_import.not_a_table']);
  });

  test('that is compressed is refused', async () => {
    expect((await raw(await asViewer(), FORM, 'x', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('is not read of a guest, of a user without the permission, or without the CSRF token', async () => {
    const viewer = await asViewer({ can: ['view.user'] });
    const guest = Object.assign(anonymous(), { orgId: viewer.orgId }) as unknown as TestViewer;
    const file = 'x'.repeat(4 * 1024 * 1024);
    expect((await sendUsers(guest, file)).status).toBe(401);
    expect((await sendUsers(viewer, file)).status).toBe(403);
    expect((await sendUsers(await asViewer(), file, { headers: { 'x-xsrf-token': 'x' } })).status).toBe(419);
  });

  test('whose client goes away keeps no place: later files are read', async () => {
    const viewer = await asViewer();
    const path = `/api/orgs/${viewer.orgId}/users/import`;
    const head = Object.entries({ ...viewer.headers, 'content-type': FORM, 'content-length': '1000000', host: 'x' });
    for (const _time of [1, 2, 3]) {
      const socket = connect(Number(new URL(viewer.origin).port), '127.0.0.1');
      socket.write(
        `POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n--x`,
      );
      await new Promise((sent) => socket.once('connect', () => setTimeout(sent, 50)));
      socket.destroy();
    }
    expect((await sendUsers(viewer, usersFile(userCells()), DRY)).status).toBe(200);
  });

  test('stores nothing of its name', async () => {
    const viewer = await asViewer();
    const { body } = await sendUsers(viewer, usersFile(userCells()), DRY);
    const { rows } = await admin.query('select i::text as text from user_imports i where id = $1', [body.data.id]);
    expect(rows[0].text).not.toContain('users.csv');
  });
});
