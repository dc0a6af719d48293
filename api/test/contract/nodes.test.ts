import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { asViewer, make, usePortal, type TestViewer } from '../harness.ts';

usePortal();

/** The rows of lists that are no nodes, and why (decisions/195). */
const NO_NODES: Record<string, string> = {
  ActivityLine: 'a line of a log, which is read through its user',
  BulkQuery: 'of one token, which bulkQuery checks',
  Change: 'a line of a feed, which is read again by its cursor',
  FollowUp: 'computed: a reason to call a patient',
  Login: 'a line of a log, which is read through its user',
  PatientFact: 'computed: a line of the timeline of a patient, of one of several tables',
  SecurityEvent: 'a count of refused requests in one hour',
  UsageNight: 'a reading, which is shown with its patient or its device, and not when it was voided',
  UserAccess: 'a user, and how the user sees a patient',
  UserChange: 'a line of a log, which is read through its user',
};

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const rows = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (!isObjectType(type) || !type.name.endsWith('Edge')) return [];
  const node = getNamedType(type.getFields().node!.type);
  return isObjectType(node) ? [node] : [];
});

test('the rows of each list are nodes, except those that are named with their reason', () => {
  const isNode = (name: string) =>
    rows.some((row) => row.name === name && row.getInterfaces().some((of) => of.name === 'Node'));
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) expect([name, isNode(name)]).toEqual([name, !Object.hasOwn(NO_NODES, name)]);
  expect(Object.keys(NO_NODES).filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});

const NODE = 'query ($id: ID!) { node(id: $id) { id __typename } }';

describe('a row of a list is read again by its id, and by no user who may not read the list', () => {
  let support: TestViewer;
  let recipient: TestViewer;
  let other: TestViewer;
  let place: number;
  const ids: Record<string, string> = {};
  const readFirst = async (who: TestViewer, query: string, list: string) => {
    const { data, errors } = await who.gql(query);
    expect(errors).toBeUndefined();
    return data[list].edges[0].node.id as string;
  };

  beforeAll(async () => {
    support = await asViewer({ kind: 'support' });
    recipient = await asViewer();
    other = await asViewer({ orgId: recipient.orgId });
    place = await make('locations', { org_id: recipient.orgId, name: 'Here', country: 'US', is_primary: false });
    const sent = { sent_by_org_id: support.orgId, sent_by_id: support.userId, html: '<p>Hello</p>', hostname: 'x' };
    await make('org_messages', { org_id: recipient.orgId, user_id: recipient.userId, ...sent });
    await make('suppressed_emails', { email: 'gone@example.org', reason: '550' });
    const first = (list: string) => `{ ${list}(first: 1) { edges { node { id } } } }`;
    ids.OrgMessage = await readFirst(support, first('orgMessages'), 'orgMessages');
    ids.SuppressedEmail = await readFirst(support, first('suppressedEmails'), 'suppressedEmails');
    ids.InboxItem = await readFirst(recipient, first('inbox'), 'inbox');
  });

  const read = async (who: TestViewer, type: string) => {
    const { data, errors } = await who.gql(NODE, { id: ids[type]! });
    return errors ? errors[0]!.extensions.code : [data.node.__typename, data.node.id === ids[type]];
  };

  test('a message of support staff', async () => {
    expect(await read(support, 'OrgMessage')).toEqual(['OrgMessage', true]);
    expect(await read(recipient, 'OrgMessage')).toBe('FORBIDDEN');
  });

  test('an item of an inbox', async () => {
    expect(await read(recipient, 'InboxItem')).toEqual(['InboxItem', true]);
    expect([await read(other, 'InboxItem'), await read(support, 'InboxItem')]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  test('a suppressed address, which the id of the list and its number remove', async () => {
    expect(await read(support, 'SuppressedEmail')).toEqual(['SuppressedEmail', true]);
    expect(await read(recipient, 'SuppressedEmail')).toBe('FORBIDDEN');
    const remove = async (id: string) =>
      (
        await support.gql(
          'mutation ($input: RemoveSuppressedEmailInput!) { removeSuppressedEmail(input: $input) { email } }',
          { input: { id } },
        )
      ).data?.removeSuppressedEmail.email;
    expect(await remove(ids.SuppressedEmail!)).toBe('gone@example.org');
    const next = await make('suppressed_emails', { email: 'again@example.org', reason: '550' });
    expect(await remove(String(next))).toBe('again@example.org');
  });

  test('a patient of a migration', async () => {
    const of = { target_org_id: recipient.orgId, dme_id: 'D1', location_id: place };
    const migration = await make('patient_migrations', { org_id: support.orgId, user_id: support.userId, ...of });
    await make('patient_migration_rows', { migration_id: migration, legacy_id: 'L1', result: 'waiting' });
    const { data } = await support.gql(
      `{ patientMigration(id: "${migration}") { rows(first: 1) { edges { node { id } } } } }`,
    );
    ids.PatientMigrationRow = data.patientMigration.rows.edges[0].node.id;
    expect(await read(support, 'PatientMigrationRow')).toEqual(['PatientMigrationRow', true]);
    expect(await read(recipient, 'PatientMigrationRow')).toBe('FORBIDDEN');
  });
});
