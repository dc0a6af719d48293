import { expect, test } from '@jest/globals';
import { admin, asViewer, make, usePortal } from '../../test/harness.ts';

usePortal();

const LIST =
  'query ($search: String, $where: SuppressedEmailsWhere) { suppressedEmails(search: $search, where: $where) { totalCount edges { node { id email reason createdAt } } } }';
const REMOVE = 'mutation ($id: ID!) { removeSuppressedEmail(input: { id: $id }) { email userErrors { code } } }';

const suppressed = (email: string, reason = '550') =>
  make('suppressed_emails', { email, reason, created_at: new Date() });

test('support staff lists, searches and filters the addresses, in their order', async () => {
  const viewer = await asViewer({ kind: 'support', roles: ['support.staff'] });
  await suppressed('zoe@away.test');
  await suppressed('ana@away.test', '551');
  const emails = async (variables: Record<string, unknown>) =>
    (await viewer.gql(LIST, variables)).data.suppressedEmails.edges.map(
      ({ node }: { node: { email: string } }) => node.email,
    );
  expect(await emails({ search: 'away.test' })).toEqual(['ana@away.test', 'zoe@away.test']);
  expect(await emails({ search: 'ZOE@' })).toEqual(['zoe@away.test']);
  expect(await emails({ where: { reason: { equal: '551' } } })).toEqual(['ana@away.test']);
});

test('support administrators allow mail to an address again, once, with an audit line that has no address', async () => {
  const viewer = await asViewer({ kind: 'support' });
  const id = await suppressed('back@again.test');
  expect((await viewer.gql(REMOVE, { id })).data.removeSuppressedEmail).toEqual({
    email: 'back@again.test',
    userErrors: [],
  });
  expect((await admin.query('select from suppressed_emails where id = $1', [id])).rowCount).toBe(0);
  for (const gone of [id, 'x', 999_999_999])
    expect((await viewer.gql(REMOVE, { id: String(gone) })).errors![0]!.extensions.code).toBe('NOT_FOUND');
  const { rows } = await admin.query('select outcome, properties from audit_log where actor_user_id = $1', [
    viewer.userId,
  ]);
  expect(rows).toEqual([{ outcome: 'done', properties: { subjects: [], suppressedEmail: id } }]);
});

test('staff of an organization neither lists nor removes them, whatever its permissions are', async () => {
  const id = await suppressed('secret@away.test');
  const viewer = await asViewer({ can: ['viewAny.suppressed_email', 'delete.suppressed_email'] });
  for (const answer of [await viewer.gql(LIST), await viewer.gql(REMOVE, { id })])
    expect(answer.errors![0]!.extensions.code).toBe('FORBIDDEN');
  const staff = await asViewer({ kind: 'support', roles: ['support.staff'] });
  expect((await staff.gql(REMOVE, { id })).errors![0]!.extensions.code).toBe('FORBIDDEN');
});
