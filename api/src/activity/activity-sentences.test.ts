import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { matrix } from '../auth/matrix.ts';
import en from '../locales/en.json' with { type: 'json' };
import { nameOfOperation } from './activity.texts.ts';

usePortal();

let orgId: number;
let boss: TestViewer;
let colleague: TestViewer;
let reader: TestViewer;

beforeAll(async () => {
  orgId = await makeOrganization();
  boss = await asViewer({ orgId });
  reader = await asViewer({ orgId });
  colleague = await asViewer({ orgId, roles: ['org.ep.staff'] });
  await admin.query("update users set first_name = 'Dana', last_name = 'Reyes' where id = $1", [colleague.userId]);
});

const line = async (operation: string, more: { outcome?: string; properties?: object; patients?: number[] } = {}) => {
  await admin.query(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids, properties) values ($1, $2, $3, $4, $5, $6)`,
    [orgId, boss.userId, operation, more.outcome ?? 'done', more.patients ?? [], more.properties ?? {}],
  );
};
const sentences = async (who: TestViewer, count = 1): Promise<string[]> => {
  await running().app.readLog.flush();
  const path = `/api/support/activity-logs/user/${boss.userId}?limit=${count}&orderBy=created_at&orderDir=desc`;
  return (await who.rest('GET', path)).body.data.map(({ description }: { description: string }) => description);
};

describe('a line of the activity log is a sentence', () => {
  test('that names the person of an act through GraphQL and through REST', async () => {
    const id = String(colleague.userId);
    const { errors } = await boss.gql(
      'mutation ($id: ID!) { setUserActive(input: { userId: $id, active: false }) { userErrors { code } } }',
      { id },
    );
    expect(errors).toBeUndefined();
    expect(await sentences(reader)).toEqual(['Deactivated Dana Reyes']);
    await boss.gql(
      'mutation ($id: ID!) { setUserActive(input: { userId: $id, active: true }) { userErrors { code } } }',
      { id },
    );
    expect(await sentences(reader)).toEqual(['Activated Dana Reyes']);
    await line('POST /api/users/{id}/personal-access-tokens', { properties: { id, user: colleague.userId, token: 4 } });
    expect(await sentences(reader)).toEqual(['Created a personal access token for Dana Reyes']);
  });

  test('that names several users, and of many their number', async () => {
    const users = [colleague.userId, colleague.userId];
    await line('Mutation.setUsersActive', { properties: { users, changes: { active: false } } });
    expect(await sentences(reader)).toEqual(['Deactivated users: Dana Reyes, Dana Reyes']);
    await line('Mutation.setUsersActive', { properties: { users: [...users, ...users], changes: { active: true } } });
    expect(await sentences(reader)).toEqual(['Activated users: 4 users']);
  });

  test('that names the organization, the device and the number of the patient', async () => {
    await admin.query("update organizations set name = 'North Home Care' where id = $1", [orgId]);
    await line('Mutation.updateOrganization', { properties: { subjects: [`Organization:${orgId}`] } });
    expect(await sentences(reader)).toEqual(['Changed the organization North Home Care']);
    const patient = await makePatient(orgId);
    await line('Mutation.updatePatient', {
      properties: { subjects: [`Patient:${patient.id}`] },
      patients: [patient.id],
    });
    expect(await sentences(reader)).toEqual([`Changed a patient (patient ${patient.id})`]);
  });

  test.each([
    ['denied', 'Mutation.createPersonalAccessToken', 'Was not permitted to create a personal access token for a user'],
    ['denied', 'Query.patients', 'Was not permitted to read the list of patients'],
    ['denied', 'Mutation.updateOrganization', 'Was not permitted to change the organization'],
    ['exported', 'GET /api/patients/datatable', 'Saved as a file: the list of patients'],
    ['read', 'Query.dashboard', 'Read the dashboard'],
    ['done', 'signIn', 'Signed in'],
    ['denied', 'Query.loanerPools', 'Was not permitted to use: loaner pools'],
  ])('of an outcome %s of %s: %s', async (outcome, operation, sentence) => {
    await line(operation, { outcome });
    expect(await sentences(reader)).toEqual([sentence]);
  });

  test("in the viewer's language", async () => {
    const spanish = await asViewer({ orgId, locale: 'es' });
    await line('Mutation.unlockUser', { properties: { subjects: [`User:${colleague.userId}`] } });
    expect(await sentences(spanish)).toEqual(['Desbloqueó a Dana Reyes']);
  });

  test('without the name of a user that the viewer may not see', async () => {
    const outsider = await asViewer();
    await line('Mutation.unlockUser', { properties: { subjects: [`User:${outsider.userId}`] } });
    expect(await sentences(reader)).toEqual([`Unlocked user ${outsider.userId}`]);
  });
});

test('every operation that leaves a line has its sentence', () => {
  const silent = Object.entries(matrix).filter(([operation, { audit }]) => {
    const name = nameOfOperation(operation);
    return audit !== 'none' && !Object.hasOwn(en, `activity.${audit === 'write' ? 'act' : 'data'}.${name}`);
  });
  expect(silent.map(([operation]) => operation)).toEqual([]);
});

test('every text of an act has both forms of its verb in both languages', async () => {
  const { default: es } = await import('../locales/es.json', { with: { type: 'json' } });
  for (const texts of [en, es] as Record<string, string>[])
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith('activity.act.'))
        expect([key, text]).toEqual([key, expect.stringMatching(/^\[[^|\]]+\|[^|\]]+\] ?/)]);
});

test('an address is written as people write it, in the history, the sessions and the files', async () => {
  const user = await asViewer({ orgId });
  await admin.query("update logins set ip = '::ffff:203.0.113.9' where user_id = $1", [user.userId]);
  const id = String(user.userId);
  const query = '{ userLogins(userId: "%") { edges { node { ip } } } userSessions(userId: "%") { ip } }';
  const { data } = await user.gql(query.replaceAll('%', id));
  expect(data.userLogins.edges.map(({ node }: { node: object }) => node)).toEqual([{ ip: '203.0.113.9' }]);
  expect(data.userSessions).toEqual([{ ip: '203.0.113.9' }]);
  const path = `/api/users/${id}/history/datatable`;
  expect((await boss.rest('GET', path)).body.data[0].ip).toBe('203.0.113.9');
  expect((await boss.rest('GET', `${path}?csv=true`)).text).toMatch(/,203\.0\.113\.9,/);
});
