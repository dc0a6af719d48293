import { beforeEach, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type Client,
  type GraphqlAnswer,
  type TestViewer,
} from '../../test/harness.ts';
import { handOffRow, icodeRow, uploadRow } from '../../test/contract/isolation.fixture.ts';
import { settled } from '../../test/settled.ts';
import { asToken } from '../../test/token.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

const CHANGES = `query ($after: String, $types: [ChangeType!], $first: Int) {
  changes(after: $after, types: $types, first: $first) {
    edges { cursor node { type id databaseId event deleted at } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

let staff: TestViewer;
beforeEach(async () => void (staff = await asViewer()));

const ask = async (who: Client, variables: object = {}): Promise<GraphqlAnswer> => {
  await settled();
  return who.gql(CHANGES, { ...variables });
};
const page = async (who: Client, variables: object = {}) => (await ask(who, variables)).data.changes;
const end = async (who: Client = staff): Promise<string> => (await page(who)).pageInfo.endCursor;
const codeOf = ({ errors }: GraphqlAnswer) => errors?.[0]?.extensions;
interface Line {
  type: string;
  databaseId: string;
  event: string | null;
  deleted: boolean;
}
const inWords = ({ type, databaseId, event, deleted }: Line) =>
  `${deleted ? '-' : ''}${type} ${databaseId}${event ? ` ${event}` : ''}`;
/** The lines behind a cursor. Results are computed by jobs at any time, and left out. */
const lines = async (after: string, who: Client = staff): Promise<string[]> => {
  const { edges } = (await page(who, { after, first: 500 })) as { edges: { node: Line }[] };
  return edges.filter(({ node }) => node.type !== 'COMPLIANCE').map(({ node }) => inWords(node));
};

describe('the query of changes', () => {
  test('names the row by both ids, and has a cursor on every page', async () => {
    const first = await page(staff);
    expect(first).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: expect.any(String) },
    });
    const { id } = await makePatient(staff.orgId);
    const after = first.pageInfo.endCursor;
    const { edges, pageInfo } = await page(staff, { after });
    expect(edges).toEqual([
      {
        cursor: pageInfo.startCursor,
        node: {
          type: 'PATIENT',
          id: toGlobalId('Patient', id),
          databaseId: String(id),
          event: null,
          deleted: false,
          at: expect.any(String),
        },
      },
    ]);
    const empty = await page(staff, { after: pageInfo.endCursor });
    expect([empty.edges, typeof empty.pageInfo.endCursor]).toEqual([[], 'string']);
    // The cursor of a row goes on behind it.
    expect((await page(staff, { after: edges[0].cursor })).edges).toEqual([]);
  });

  test('has what is of the organization alone: locations, users, uploads and hand-offs', async () => {
    const other = await asViewer();
    const [after, others] = [await end(), await end(other)];
    const location = await make('locations', { org_id: staff.orgId, name: 'Branch' });
    await admin.query("update locations set name = 'Other' where id = $1", [location]);
    const upload = await make('uploads', uploadRow(staff.orgId, staff.userId));
    await admin.query("update uploads set state = 'refused', reason = 'x', ended_at = now() where id = $1", [upload]);
    await admin.query('delete from uploads where id = $1', [upload]);
    const handOff = await make('hand_offs', handOffRow(staff.orgId, staff.userId));
    await admin.query("update hand_offs set state = 'withdrawn', ended_at = now() where id = $1", [handOff]);
    await admin.query("update users set first_name = 'Ana' where id = $1", [staff.userId]);
    await admin.query('update users set last_successful_login = now() where id = $1', [staff.userId]);
    expect(await lines(after)).toEqual([
      `LOCATION ${location}`,
      `LOCATION ${location}`,
      `UPLOAD ${upload}`,
      `UPLOAD ${upload} UPLOAD_READ`,
      `-UPLOAD ${upload}`,
      `HAND_OFF ${handOff} HAND_OFF_CHANGED`,
      `HAND_OFF ${handOff} HAND_OFF_CHANGED`,
      `USER ${staff.userId}`,
    ]);
    expect(await lines(others, other)).toEqual([]);
  });

  test.each([
    ['accepted the invitation', 'email_verified_at = now(), invitation_expires_at = null'],
    ['is invited again', "invitation_expires_at = now() + interval '7 days'"],
    ['is locked by guesses', 'guessed_at = now()'],
    ['is locked by an administrator', 'locked = true'],
    ['has a second factor', 'two_factor_app_enabled = true'],
    ['has an API key', 'has_api = true'],
  ])('has a user who %s', async (_what, change) => {
    const { userId } = await asViewer({ orgId: staff.orgId });
    await admin.query(
      "update users set email_verified_at = null, invitation_expires_at = now() + interval '1 day' where id = $1",
      [userId],
    );
    const after = await end();
    await admin.query(`update users set ${change} where id = $1`, [userId]);
    expect(await lines(after)).toEqual([`USER ${userId}`]);
    const { rows } = await admin.query(
      'select u.updated_at = a.updated_at as same from users u join user_accounts a using (id) where id = $1',
      [userId],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  test('has no line of a user who is guessed at once more', async () => {
    await admin.query('update users set guessed_at = now() where id = $1', [staff.userId]);
    const after = await end();
    await admin.query("update users set guessed_at = now() + interval '1 minute' where id = $1", [staff.userId]);
    expect(await lines(after)).toEqual([]);
  });

  test('has devices and codes, also for a partner who gains and loses the patient', async () => {
    const partner = await asViewer();
    const patient = await makePatient(staff.orgId);
    const after = await end();
    const machine = await makeMachine(staff.orgId);
    await admin.query('update machines set serial = $2 where id = $1', [machine.id, `B${machine.serial.slice(1)}`]);
    const code = await make(
      'icode_reports',
      icodeRow({ org_id: staff.orgId, patient_id: patient.id, serial: machine.serial }),
    );
    expect(await lines(after)).toEqual([`MACHINE ${machine.id}`, `MACHINE ${machine.id}`, `ICODE_REPORT ${code}`]);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
    const gained = await end(partner);
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, partner.orgId]);
    const rows = [`PATIENT ${patient.id}`, `MACHINE ${machine.id}`, `ICODE_REPORT ${code}`].sort();
    expect((await lines(gained, partner)).sort()).toEqual(rows);
    const lost = await end(partner);
    await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
    expect((await lines(lost, partner)).sort()).toEqual(rows.map((row) => `-${row}`).sort());
    await admin.query("update patients set note = 'x' where id = $1", [patient.id]);
    expect(await lines(lost, partner)).toHaveLength(3);
  });

  test('leaves out what the viewer may not read, and refuses it when it is asked for', async () => {
    const reader = await asViewer({ orgId: staff.orgId, can: ['view.patient'] });
    const token = await asToken(staff, ['view.patient']);
    for (const who of [reader, token]) {
      const after = await end(who);
      await make('uploads', uploadRow(staff.orgId, staff.userId));
      const { id } = await makePatient(staff.orgId);
      await makeMachine(staff.orgId);
      expect(await lines(after, who)).toEqual([`PATIENT ${id}`]);
      expect(codeOf(await ask(who, { after, types: ['UPLOAD'] }))).toMatchObject({ code: 'FORBIDDEN' });
      expect((await page(who, { after, types: ['PATIENT'] })).edges).toHaveLength(1);
    }
  });

  test('refuses users who see some locations, and support staff that acts in no organization', async () => {
    const location = await make('locations', { org_id: staff.orgId, name: 'Branch' });
    const limited = await asViewer({ orgId: staff.orgId, locationIds: [location] });
    const support = await asViewer({ kind: 'support' });
    const refusals = [await ask(limited), await ask(limited, { after: await end() }), await ask(support)];
    expect(refusals.map(({ errors }) => JSON.stringify(errors))).toEqual([
      expect.stringContaining('changes.limited'),
      expect.stringContaining('changes.limited'),
      expect.stringContaining('changes.organization'),
    ]);
  });

  test('refuses a text that is no cursor, and a page of none or more than 500', async () => {
    const of = async (variables: object) => JSON.stringify((await ask(staff, variables)).errors);
    expect(await of({ after: 'nonsense' })).toContain('list.cursor');
    expect(await of({ first: 0 })).toContain('list.limit');
    expect(await of({ first: 501 })).toContain('list.limit');
    expect((await ask(staff, { first: 500 })).errors).toBeUndefined();
    expect((await ask(staff, { first: 1 })).errors).toBeUndefined();
  });

  test('costs one statement, and points in proportion to its rows', async () => {
    const after = await end();
    for (let count = 0; count < 5; count += 1) await makePatient(staff.orgId);
    const costs: number[] = [];
    for (const first of [10, 100, 200]) {
      const { result, statements } = await countQueries(() => ask(staff, { after, first }));
      costs.push(result.extensions!.cost as number);
      expect(statements).toBe(2); // the settings of the transaction, and the lines
    }
    expect(costs[2]! - costs[1]!).toBe(((costs[1]! - costs[0]!) / 90) * 100);
  });

  test('has everything for a consumer that stopped for a week', async () => {
    const after = await end();
    const patients = await Promise.all([makePatient(staff.orgId), makePatient(staff.orgId)]);
    await admin.query("update changes set at = at - interval '7 days' where org_id = $1", [staff.orgId]);
    await admin.query('select delete_old_changes(10000)');
    expect((await lines(after)).sort()).toEqual(patients.map(({ id }) => `PATIENT ${id}`).sort());
  });
});
