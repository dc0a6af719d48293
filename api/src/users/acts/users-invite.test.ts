import { describe, expect, test } from '@jest/globals';
import { lastTokenOf, mailsTo, makeAccount } from '../../../test/account.ts';
import { linesOf } from '../../../test/audit-lines.ts';
import { countQueries } from '../../../test/count-queries.ts';
import { admin, anonymous, asViewer, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

type Row = Record<string, unknown>;

const RESEND = `mutation ($input: ResendUserInvitationsInput!) { resendUserInvitations(input: $input) {
  outcomes { userId email refused } userErrors { field code } } }`;
const LINK = 'query ($token: String!) { accountLink(purpose: INVITATION, token: $token) { email } }';

const resend = async (who: TestViewer, selection: Row) => {
  const { data, errors } = await who.gql(RESEND, { input: { selection } });
  return errors ? errors[0]!.extensions.code : data.resendUserInvitations;
};
const invited = (orgId: number, columns: Row = {}) => makeAccount({ email_verified_at: null, ...columns }, orgId);

describe('sending several users their invitation again', () => {
  test('sends each invited or expired one a link of their own, and gives the reason for every other', async () => {
    const viewer = await asViewer();
    const { orgId } = viewer;
    const [first, expired, inactive, verified, outsider] = [
      await invited(orgId),
      await invited(orgId, { invitation_expires_at: '2026-01-01' }),
      await invited(orgId, { active: false }),
      await makeAccount({}, orgId),
      await invited((await asViewer()).orgId),
    ];
    const userIds = [viewer.userId, first.id, expired.id, inactive.id, verified.id, outsider.id].map(String);
    const { outcomes, userErrors } = await resend(viewer, { userIds });
    expect(userErrors).toEqual([]);
    const of = (id: number) => outcomes.find(({ userId }: Row) => userId === id)?.refused;
    expect([first, expired, inactive, verified, outsider].map(({ id }) => of(id))).toEqual([
      null,
      null,
      'This user is not active. Activate the user first.',
      'This user has accepted the invitation already. Reload the page.',
      undefined,
    ]);
    expect(of(viewer.userId)).toMatch(/.+/);
    for (const { id, email } of [first, expired]) {
      expect(await mailsTo(id)).toEqual(['invitation']);
      const token = await lastTokenOf(id);
      expect((await anonymous().gql(LINK, { token })).data).toEqual({ accountLink: { email } });
    }
    for (const { id } of [inactive, verified, outsider]) expect(await mailsTo(id)).toEqual([]);
    const { rows } = await admin.query(
      "select invitation_expires_at > now() + interval '167 hours' as week from users where id = $1",
      [expired.id],
    );
    expect(rows).toEqual([{ week: true }]);
    expect(await linesOf(viewer)).toEqual([
      expect.objectContaining({
        operation: 'Mutation.resendUserInvitations',
        outcome: 'done',
        properties: expect.objectContaining({ users: expect.arrayContaining([first.id, expired.id]) }),
      }),
    ]);
  });

  test('has a job for each mail, which sends it', async () => {
    const viewer = await asViewer();
    const users = [await invited(viewer.orgId), await invited(viewer.orgId)];
    await resend(viewer, { userIds: users.map(({ id }) => String(id)) });
    const { rows } = await admin.query(
      `select count(*)::int as jobs from pgboss.job j join mails m on j.singleton_key = m.id::text and j.name = 'send-mail' where m.org_id = $1`,
      [viewer.orgId],
    );
    expect(rows).toEqual([{ jobs: 2 }]);
  });

  test('over all that match sends it to those and no other', async () => {
    const viewer = await asViewer();
    const [quill, other] = [await invited(viewer.orgId, { last_name: 'Quill' }), await invited(viewer.orgId)];
    const foreign = await invited((await asViewer()).orgId, { last_name: 'Quill' });
    const { outcomes } = await resend(viewer, { matching: { search: 'quill' } });
    expect(outcomes).toMatchObject([{ userId: quill.id, refused: null }]);
    expect([await mailsTo(quill.id), await mailsTo(other.id), await mailsTo(foreign.id)]).toEqual([
      ['invitation'],
      [],
      [],
    ]);
  });

  test('is for holders of its own permission', async () => {
    const viewer = await asViewer({ can: ['view.user', 'update.user', 'update.user.active'] });
    expect(await resend(viewer, { matching: {} })).toBe('FORBIDDEN');
  });

  test.each([
    ['nothing', {}],
    ['no ids', { userIds: [] }],
    ['both', { userIds: ['1'], matching: {} }],
  ])('refuses %s', async (_what, selection) => {
    expect((await resend(await asViewer(), selection)).userErrors).toMatchObject([{ field: 'selection' }]);
  });

  test('takes the same number of statements for one user and for many', async () => {
    const viewer = await asViewer();
    for (let index = 0; index < 5; index++) await invited(viewer.orgId, { last_name: index ? 'Many' : 'One' });
    const [one, many] = [
      await countQueries(() => resend(viewer, { matching: { search: 'one' } })),
      await countQueries(() => resend(viewer, { matching: { search: 'many' } })),
    ];
    expect([one.result.outcomes.length, many.result.outcomes.length]).toEqual([1, 4]);
    expect(many.statements).toBe(one.statements);
  });
});
