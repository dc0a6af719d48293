import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, makeOrganization, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { sweepExpired } from '../auth/sweep.jobs.ts';

usePortalHere();

const LIST = `query ($search: String, $where: SecurityEventsWhere, $first: Int, $after: String) {
  securityEvents(search: $search, where: $where, first: $first, after: $after) {
    totalCount pageInfo { endCursor hasNextPage } edges { node { kind account address count requestId firstAt lastAt user { email } } } } }`;
const PATH = '/api/security-events/datatable';

interface Node {
  account: string | null;
  address: string | null;
  count: number;
}

let orgId: number;
let boss: TestViewer;
let colleague: TestViewer;
let other: TestViewer;
let support: TestViewer;
const event = (row: Record<string, unknown>) =>
  make('security_events', {
    hour: new Date(), // older rows are swept
    kind: 'sign_in',
    address: '203.0.113.66',
    count: 1,
    request_id: 'r',
    first_at: '2026-05-01T18:00:01Z',
    last_at: '2026-05-01T18:05:00Z',
    ...row,
  });

beforeAll(async () => {
  orgId = await makeOrganization();
  boss = await asViewer({ orgId });
  colleague = await asViewer({ orgId, roles: ['org.ep.staff'] });
  other = await asViewer();
  support = await asViewer({ kind: 'support' });
  const of = ({ orgId: org_id, userId: user_id }: TestViewer) => ({ org_id, user_id });
  await event({ ...of(boss), account: 'Ana.Boss@north.test', count: 3, last_at: '2026-05-01T18:01:00Z' });
  await event({ ...of(colleague), account: 'bea@north.test', kind: 'csrf', count: 5, last_at: '2026-05-01T18:02:00Z' });
  await event({ ...of(other), account: 'carl@south.test', count: 7, last_at: '2026-05-01T18:03:00Z' });
  await event({ account: '#0123456789ab', count: 9, address: '2001:db8:1:2::/64', last_at: '2026-05-02T03:30:00Z' });
  await event({ org_id: orgId, kind: 'too_many', address: null, count: 11, last_at: '2026-05-01T18:04:00Z' });
});

const list = async (who: TestViewer, variables: Record<string, unknown> = {}) => {
  const { data, errors } = await who.gql(LIST, variables);
  return errors ? errors[0]!.extensions.code : data.securityEvents.edges.map(({ node }: { node: Node }) => node.count);
};
const rest = async (who: TestViewer, query = '') => {
  const { status, body } = await who.rest('GET', `${PATH}?${query}`);
  return status === 200 ? body.data.map(({ count }: Node) => count) : status;
};

describe('what was refused', () => {
  test('is seen by an administrator of the own accounts, the last first, in both APIs', async () => {
    expect([await list(boss), await rest(boss)]).toEqual([
      [11, 5, 3],
      [11, 5, 3],
    ]);
  });

  test('is seen of all accounts and of none by support staff with viewAny.activity, and only of the organization it acts in', async () => {
    expect([await list(support), await rest(support)]).toEqual([
      [9, 11, 7, 5, 3],
      [9, 11, 7, 5, 3],
    ]);
    const acting = await asViewer({ kind: 'support' });
    await admin.query('update sessions set acting_org_id = $1 where user_id = $2', [orgId, acting.userId]);
    expect(await list(acting)).toEqual([11, 5, 3]);
  });

  test('is seen by administrators of a location of who is there', async () => {
    const place = await make('locations', { org_id: orgId, name: 'first', country: 'US', is_primary: false });
    const local = await asViewer({ orgId, locationIds: [place], roles: ['location.ep.admin'] });
    expect(await list(local)).toEqual([]);
    await admin.query('insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3)', [
      orgId,
      colleague.userId,
      place,
    ]);
    expect(await list(local)).toEqual([5]);
  });

  test.each([
    ['staff of the organization', () => asViewer({ orgId, roles: ['org.ep.staff'] })],
    ['support staff without viewAny.activity', () => asViewer({ kind: 'support', roles: ['support.staff'] })],
    ['an organization with viewAny.activity alone', () => asViewer({ orgId, can: ['viewAny.activity'] })],
    ['support staff with view.user alone', () => asViewer({ kind: 'support', can: ['view.user'] })],
  ])('is refused to %s', async (_who, make) => {
    const viewer = await make();
    expect([await list(viewer), await rest(viewer)]).toEqual(['FORBIDDEN', 403]);
  });

  test('has its account, its user and one of its requests', async () => {
    const { data } = await boss.gql(LIST, { search: 'boss@' });
    const { email } = (await admin.query('select email from users where id = $1', [boss.userId])).rows[0];
    expect(data.securityEvents).toMatchObject({
      totalCount: 1,
      edges: [
        {
          node: {
            kind: 'SIGN_IN',
            account: 'Ana.Boss@north.test',
            address: '203.0.113.66',
            count: 3,
            requestId: 'r',
            firstAt: '2026-05-01T18:00:01.000Z',
            lastAt: '2026-05-01T18:01:00.000Z',
            user: { email },
          },
        },
      ],
    });
  });

  test.each([
    [{ kind: { equal: 'CSRF' } }, [5]],
    [{ account: { contain: 'ANA.BOSS' } }, [3]],
    [{ account: { equal: '#0123456789ab' } }, [9]],
    [{ address: { startWith: '203.0.113' } }, [7, 5, 3]],
    [{ address: { equal: '2001:db8:1:2::/64' } }, [9]],
    [{ address: { isNull: true } }, [11]],
    // The evening of May 1 in New York.
    [{ lastAt: { equal: '2026-05-01' } }, [9, 11, 7, 5, 3]],
    [{ lastAt: { equal: '2026-05-02' } }, []],
  ])('is filtered by %j', async (where, counts) => {
    expect(await list(support, { where })).toEqual(counts);
  });

  test('is filtered by organization', async () => {
    expect(await rest(support, `org_id[equal]=${orgId}`)).toEqual([11, 5, 3]);
  });

  test('is read page by page', async () => {
    const first = (await support.gql(LIST, { first: 2 })).data.securityEvents;
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([5, true]);
    expect(await list(support, { first: 2, after: first.pageInfo.endCursor })).toEqual([7, 5]);
  });

  test('is saved as a file in the language of the viewer, and a formula is guarded', async () => {
    const spanish = await asViewer({ orgId, locale: 'es' });
    const { text } = await spanish.rest('GET', `${PATH}?csv=true&kind[equal]=csrf`);
    const [titles, line] = text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(titles).toBe(
      'ID,Última vez (America/New_York),Primera vez (America/New_York),Evento,Cuenta,Dirección,Veces,ID de usuario,ID de la organización,ID de la solicitud',
    );
    expect(line).toMatch(
      new RegExp(
        `^\\d+,2026-05-01T14:02:00.000-04:00,2026-05-01T14:00:01.000-04:00,Falta el token de la solicitud,bea@north.test,203.0.113.66,5,${colleague.userId},${orgId},r$`,
      ),
    );
  });

  test('of another organization has no rows for its administrators', async () => {
    const outsider = await asViewer();
    expect([await list(outsider), await rest(outsider)]).toEqual([[], []]);
  });
});

test('rows of the last 90 days are kept', async () => {
  await event({ hour: new Date(Date.now() - 89 * 86_400_000), account: 'kept@x.test' });
  await event({ hour: new Date(Date.now() - 91 * 86_400_000), account: 'swept@x.test' });
  await runJob(sweepExpired, {});
  const { rows } = await admin.query("select account from security_events where account like '%@x.test'");
  expect(rows).toEqual([{ account: 'kept@x.test' }]);
});
