import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NEW, create, created, LIST, shownTo, update } from '../../test/announcements.ts';
import { openSocket } from '../../test/contract/socket.ts';
import { admin, asViewer, makeOrganization, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { until } from '../../test/until.ts';

usePortal();

const READ =
  'mutation ($id: ID!) { markAnnouncementRead(input: { announcementId: $id }) { viewer { newAnnouncements { databaseId } } userErrors { code } } }';

let support: TestViewer;
let user: TestViewer;
let other: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support', roles: ['support.admin'] });
  user = await asViewer({ roles: ['org.ep.staff'] });
  other = await asViewer({ roles: ['org.ep.admin'] });
});
beforeEach(() => admin.query('delete from announcement_receipts; delete from announcements'));

/** A calendar date of the users' organizations, this many days from today. */
const day = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() + days * 86_400_000);

describe('a user is shown', () => {
  test('those to every user, oldest first; support staff finds one by a word of its title', async () => {
    await created(support, { title: 'B', fromDate: '2026-02-01' });
    await created(support, { title: 'A', fromDate: '2026-01-01' });
    for (const who of [user, other, support]) expect(await shownTo(who)).toEqual(['A', 'B']);
    expect((await support.gql(LIST, { search: 'b' })).data.announcements.edges).toEqual([{ node: { title: 'B' } }]);
  });

  test('those to the organization, and to one of the roles', async () => {
    await created(support, { title: 'mine', organizationId: String(user.orgId) });
    await created(support, { title: 'theirs', organizationId: String(other.orgId) });
    await created(support, { title: 'staff', roles: ['org.ep.staff', 'org.physician'] });
    await created(support, { title: 'both', organizationId: String(user.orgId), roles: ['org.ep.admin'] });
    await created(support, { title: 'support', roles: ['support.admin'] });
    expect([await shownTo(user), await shownTo(other), await shownTo(support)]).toEqual([
      ['mine', 'staff'],
      ['theirs'],
      ['support'],
    ]);
  });

  test.each([
    ['from tomorrow', day(1), null, 'SCHEDULED'],
    ['from today', day(0), null, 'SHOWN'],
    ['until today', day(-2), day(0), 'SHOWN'],
    ['until yesterday', day(-2), day(-1), 'OVER'],
  ])('one %s by the calendar of their organization', async (_title, fromDate, untilDate, state) => {
    const { announcement } = await create(support, { fromDate, untilDate });
    expect([announcement.state, await shownTo(user)]).toEqual([state, state === 'SHOWN' ? ['Maintenance'] : []]);
  });

  test('a day that has begun where they are, and not yet elsewhere', async () => {
    const orgs = await Promise.all([
      makeOrganization('ep', { timezone: 'Pacific/Kiritimati' }),
      makeOrganization('ep', { timezone: 'Pacific/Pago_Pago' }),
    ]);
    const [east, west] = await Promise.all(orgs.map((orgId) => asViewer({ orgId })));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(Date.now());
    await created(support, { fromDate: today, untilDate: today });
    expect([await shownTo(east!), await shownTo(west!)]).toEqual([['Maintenance'], []]);
  });

  test('at most ten, and then the others', async () => {
    for (let number = 10; number <= 20; number++) await created(support, { title: `N${number}` });
    const { newAnnouncements } = (await user.gql(NEW)).data.viewer;
    expect(newAnnouncements).toHaveLength(10);
    const { data } = await user.gql(READ, { id: String(newAnnouncements[0].databaseId) });
    expect(data.markAnnouncementRead.viewer.newAnnouncements).toHaveLength(10);
  });
});

describe('an announcement that was read', () => {
  test('is not shown again, on any device, also after a change; another user is still shown it', async () => {
    const id = await created(support);
    const colleague = await asViewer({ orgId: user.orgId });
    for (let time = 0; time < 2; time++)
      expect((await user.gql(READ, { id: String(id) })).data.markAnnouncementRead).toEqual({
        viewer: { newAnnouncements: [] },
        userErrors: [],
      });
    await update(support, id, { title: 'Changed' });
    expect([await shownTo(user), await shownTo(colleague)]).toEqual([[], ['Changed']]);
    const { rows } = await admin.query('select org_id, user_id, announcement_id from announcement_receipts');
    expect(rows).toEqual([{ org_id: user.orgId, user_id: user.userId, announcement_id: id }]);
  });

  test('of another organization is not found, and neither is one that does not exist', async () => {
    const theirs = await created(support, { organizationId: String(other.orgId) });
    for (const id of [theirs, 999_999_999]) {
      const { errors } = await user.gql(READ, { id: String(id) });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
      expect((await user.rest('POST', `/api/announcements/${id}/read`)).status).toBe(404);
    }
    expect((await admin.query('select from announcement_receipts')).rowCount).toBe(0);
  });

  test('in parallel in many tabs is marked once', async () => {
    const id = String(await created(support));
    const answers = await Promise.all(Array.from({ length: 6 }, () => user.gql(READ, { id })));
    expect(answers.map(({ data }) => data.markAnnouncementRead.userErrors)).toEqual(answers.map(() => []));
    expect((await admin.query('select from announcement_receipts')).rowCount).toBe(1);
  });
});

describe('an open page', () => {
  test('reads a new announcement at once, by the subscription of the inbox, when it concerns the user', async () => {
    await admin.query('update users set last_successful_login = now() where id = any ($1)', [
      [user.userId, other.userId],
    ]);
    const socket = openSocket(user);
    const seen: unknown[] = [];
    const { pubsub } = running().app;
    const before = pubsub.listeners('inbox.changed');
    socket.subscribe(
      { query: 'subscription { inboxChanged { added viewer { newAnnouncements { title } } } }' },
      { next: ({ data }) => void seen.push(data), error: () => undefined, complete: () => undefined },
    );
    await until(() => pubsub.listeners('inbox.changed') === before + 1);
    await created(support, { title: 'theirs', organizationId: String(other.orgId) });
    await created(support, { title: 'mine', roles: ['org.ep.staff'] });
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ inboxChanged: { added: null, viewer: { newAnnouncements: [{ title: 'mine' }] } } }]);
    await socket.dispose();
  });
});

describe('REST', () => {
  test('answers the new announcements of the user, and marks one as read', async () => {
    const id = await created(support);
    expect((await user.rest('GET', '/api/announcements')).body).toEqual({
      data: [{ id, title: 'Maintenance', body: 'On <b>Sunday</b>.', title_es: null, body_es: null }],
    });
    expect((await user.rest('POST', `/api/announcements/${id}/read`)).status).toBe(204);
    expect((await user.rest('GET', '/api/announcements')).body).toEqual({ data: [] });
  });
});
