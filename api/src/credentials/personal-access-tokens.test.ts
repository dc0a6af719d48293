import { describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../auth/permissions.ts';
import { admin, asViewer, make, usePortal, type TestViewer } from '../../test/harness.ts';
import { asToken, TokenClient } from '../../test/token.ts';

usePortal();

const pathOf = ({ userId }: TestViewer) => `/api/users/${userId}/personal-access-tokens`;
const create = (
  viewer: TestViewer,
  owner: TestViewer = viewer,
  body: unknown = { name: 'Reports', scopes: ['view.patient'] },
) => viewer.rest('POST', pathOf(owner), body);

describe('creating a token', () => {
  test('answers the token and its secret once, never stored by a cache, and keeps a hash alone', async () => {
    const viewer = await asViewer();
    const { status, body, headers } = await create(viewer);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store, private');
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^rtp_pat_[0-9A-Za-z]{36}$/),
      token: {
        id: expect.any(Number),
        user_id: viewer.userId,
        client_id: null,
        name: 'Reports',
        scopes: ['view.patient'],
        revoked: false,
        last_four: body.accessToken.slice(-4),
        last_used_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        expires_at: expect.any(String),
      },
    });
    const days = (Date.parse(body.token.expires_at) - Date.parse(body.token.created_at)) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    const list = await viewer.rest('GET', pathOf(viewer));
    expect([list.status, list.body]).toEqual([200, [body.token]]);
    const { rows } = await admin.query(
      'select t::text as row, digest = sha256($2) as hashed from personal_access_tokens t where user_id = $1',
      [viewer.userId, body.accessToken],
    );
    expect(rows[0].hashed).toBe(true);
    expect(rows[0].row).not.toContain(body.accessToken.slice(8));
    expect((await new TokenClient(body.accessToken).rest('GET', '/api/users/my-org')).status).toBe(200);
    const lines = await admin.query(
      'select operation, properties, actor_type from audit_log where actor_user_id = $1',
      [viewer.userId],
    );
    expect(lines.rows).toContainEqual({
      operation: 'POST /api/users/{id}/personal-access-tokens',
      properties: { id: String(viewer.userId), user: viewer.userId, token: body.token.id, scopes: ['view.patient'] },
      actor_type: 'session',
    });
    expect(JSON.stringify(lines.rows)).not.toContain(body.accessToken.slice(8));
  });

  test.each([
    [{}, { name: ['This field is required.'], scopes: ['Choose at least one scope.'] }],
    [{ name: ' ab ', scopes: ['view.patient'] }, { name: ['The name field must be at least 3 characters.'] }],
    [{ name: 'abc', scopes: [] }, { scopes: ['Choose at least one scope.'] }],
    [{ name: 'abc', scopes: ['view.everything'] }, { scopes: ['The selected scopes are invalid.'] }],
    [{ name: 'abc', scopes: ['*'] }, { scopes: ['The selected scopes are invalid.'] }],
    [{ name: 'abc', scopes: ['create.user'] }, { scopes: ['The selected scopes are invalid.'] }],
    [
      { name: 'abc', scopes: ['view.patient', 'viewAny.patient'] },
      { scopes: ['You cannot give these scopes to this user. Choose other scopes.'] },
    ],
    [
      { name: 'abc', scopes: ['view.patient'], expires_in_days: 366 },
      { expires_in_days: ['Enter a number of days between 1 and 365.'] },
    ],
    [
      { name: 'abc', scopes: ['view.patient'], expires_in_days: 0 },
      { expires_in_days: ['Enter a number of days between 1 and 365.'] },
    ],
    [
      { name: 'x'.repeat(256), scopes: ['view.patient'] },
      { name: ['The name field must not be longer than 255 characters.'] },
    ],
  ])('refuses %j', async (body, errors) => {
    const viewer = await asViewer();
    const answer = await create(viewer, viewer, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect((await viewer.rest('GET', pathOf(viewer))).body).toEqual([]);
  });

  test.each([
    ['abc', 1],
    ['x'.repeat(255), 365],
  ])('takes a name of 3 to 255 characters and 1 to 365 days', async (name, expires_in_days) => {
    const viewer = await asViewer();
    const { status, body } = await create(viewer, viewer, { name, scopes: ['view.patient'], expires_in_days });
    expect([status, body.token?.name]).toEqual([200, name]);
  });

  test('checks the name alone on change, and creates nothing', async () => {
    const viewer = await asViewer();
    const check = (name: string) =>
      viewer.rest('POST', pathOf(viewer), { name }, { precognition: 'true', 'precognition-validate-only': 'name' });
    const [short, right] = [await check('ab'), await check('abc')];
    expect([short.status, short.body.errors]).toEqual([
      422,
      { name: ['The name field must be at least 3 characters.'] },
    ]);
    expect([right.status, right.headers.get('precognition-success')]).toEqual([204, 'true']);
    expect((await viewer.rest('GET', pathOf(viewer))).body).toEqual([]);
  });

  test('a user has at most ten that are valid, also when they are created at once', async () => {
    const viewer = await asViewer();
    for (let index = 0; index < 9; index += 1) await asToken(viewer, ['view.patient']);
    const made = (set: string) =>
      admin.query(
        `update personal_access_tokens set ${set} where id = (select min(id) from personal_access_tokens where user_id = $1 and revoked_at is null and expires_at > now())`,
        [viewer.userId],
      );
    await made('revoked_at = now()');
    await made("expires_at = now() - interval '1 second'");
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(viewer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body.message).toBe(
      'A user has at most 10 personal access tokens. Delete one that is no longer used.',
    );
    // At the field of the form, and before it is sent.
    const TOO_MANY = ['A user has at most 10 personal access tokens. Delete one that is no longer used.'];
    expect(answers.find(({ status }) => status === 422)!.body.errors).toEqual({ name: TOO_MANY });
    const checked = await viewer.rest(
      'POST',
      pathOf(viewer),
      { name: 'abc' },
      { precognition: 'true', 'precognition-validate-only': 'name' },
    );
    expect([checked.status, checked.body.errors]).toEqual([422, { name: TOO_MANY }]);
    const { data } = await viewer.gql(
      'mutation ($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { accessToken userErrors { field code } } }',
      { input: { userId: String(viewer.userId), name: 'abc', scopes: ['view.patient'] } },
    );
    expect(data.createPersonalAccessToken).toEqual({
      accessToken: null,
      userErrors: [{ field: 'name', code: 'token.too_many' }],
    });
  });

  test('repeated with the same request id answers the same token without its secret, which is kept nowhere', async () => {
    const viewer = await asViewer();
    const id = { 'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9324' };
    const first = await viewer.rest('POST', pathOf(viewer), { name: 'abc', scopes: ['view.patient'] }, id);
    const again = await viewer.rest('POST', pathOf(viewer), { name: 'abc', scopes: ['view.patient'] }, id);
    expect(again.body).toEqual({ token: first.body.token, accessToken: null });
    const input = { userId: String(viewer.userId), name: 'abc', scopes: ['view.patient'] };
    const graphql = () =>
      viewer.rest(
        'POST',
        '/graphql',
        {
          query:
            'mutation ($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { accessToken token { id } } }',
          variables: { input },
        },
        { 'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9325' },
      );
    const made = (await graphql()).body.data.createPersonalAccessToken;
    expect(made.accessToken).toMatch(/^rtp_pat_/);
    expect((await graphql()).body.data.createPersonalAccessToken).toEqual({ ...made, accessToken: null });
    const { rows } = await admin.query('select answer::text from request_ids where user_id = $1', [viewer.userId]);
    expect(rows.length).toBe(2);
    expect(JSON.stringify(rows)).not.toContain('rtp_');
  });
});

test('a user gets a mail when a token of theirs is created or deleted, also by an administrator, and none for a refusal', async () => {
  const manager = await asViewer();
  const staff = await asViewer({ orgId: manager.orgId, can: ['api.token.access', 'view.patient'] });
  expect((await create(manager, staff, { name: 'ab', scopes: ['view.patient'] })).status).toBe(422);
  const { body } = await create(manager, staff);
  const remove = () => manager.rest('DELETE', `${pathOf(staff)}/${body.token.id}`);
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  const { rows } = await admin.query(
    'select user_id, template, m::text as row from mails m where org_id = $1 order by id',
    [manager.orgId],
  );
  expect(rows.map(({ user_id, template }) => [user_id, template])).toEqual([
    [staff.userId, 'token-created'],
    [staff.userId, 'token-deleted'],
  ]);
  expect(JSON.stringify(rows)).not.toContain(body.accessToken.slice(8));
});

describe('who', () => {
  test('an administrator creates and deletes tokens of staff whose role has api.token.access, with what both may do', async () => {
    const manager = await asViewer();
    const { orgId } = manager;
    const staff = await asViewer({ orgId, can: ['api.token.access', 'view.patient', 'viewAny.patient'] });
    const { body, status } = await create(manager, staff);
    expect(status).toBe(200);
    // Neither what only the user may do, nor what only the administrator may do.
    for (const scope of ['viewAny.patient', 'update.device'])
      expect((await create(manager, staff, { name: 'abc', scopes: [scope] })).status).toBe(422);
    expect((await manager.rest('GET', pathOf(staff))).body).toHaveLength(1);
    expect((await manager.rest('DELETE', `${pathOf(staff)}/${body.token.id}`)).status).toBe(204);
    expect((await new TokenClient(body.accessToken).rest('GET', '/api/users/my-org')).status).toBe(401);
    const plain = await asViewer({ orgId, can: ['view.patient'] });
    expect((await create(manager, plain)).status).toBe(403);
  });

  test('other staff reaches only their own, each act with its permission', async () => {
    const { orgId } = await asViewer();
    const staff = await asViewer({
      orgId,
      can: ['api.token.access', 'create.user.security.api', 'delete.user.security.api', 'view.patient'],
    });
    const colleague = await asViewer({ orgId, can: ['api.token.access', 'view.patient'] });
    expect((await create(staff)).status).toBe(200);
    expect((await create(staff, colleague)).status).toBe(403);
    expect((await staff.rest('GET', pathOf(colleague))).status).toBe(403);
    expect((await colleague.rest('GET', pathOf(colleague))).body).toEqual([]);
    expect((await create(colleague)).status).toBe(403);
    const { tokenId } = await asToken(colleague, ['view.patient']);
    expect((await colleague.rest('DELETE', `${pathOf(colleague)}/${tokenId}`)).status).toBe(403);
    expect((await staff.rest('DELETE', `${pathOf(staff)}/${tokenId}`)).status).toBe(404);
    expect((await staff.rest('DELETE', `${pathOf(colleague)}/${tokenId}`)).status).toBe(403);
  });

  test('a user of another organization is not found, nor is their token', async () => {
    const [viewer, outsider] = [await asViewer(), await asViewer()];
    const { tokenId } = await asToken(outsider, ['view.patient']);
    for (const answer of [
      await create(viewer, outsider),
      await viewer.rest('GET', pathOf(outsider)),
      await viewer.rest('DELETE', `${pathOf(outsider)}/${tokenId}`),
      await viewer.rest('DELETE', `${pathOf(viewer)}/${tokenId}`),
    ])
      expect([answer.status, answer.body]).toEqual([404, { message: 'Not found.' }]);
  });

  test('staff of a location reaches no token of a colleague, who could see other locations', async () => {
    const { orgId } = await asViewer();
    const location = await make('locations', { org_id: orgId, name: 'one', country: 'US', is_primary: false });
    const can = ['api.token.access', 'api.token.generate', 'create.user.security.api', 'view.patient'] as const;
    const local = await asViewer({ orgId, can: [...can], locationIds: [location] });
    const colleague = await asViewer({ orgId, can: [...can], locationIds: [location] });
    expect((await create(local)).status).toBe(200);
    expect((await create(local, colleague)).status).toBe(403);
  });

  test('the scopes offered are those that the viewer may give, with a description in their language', async () => {
    const viewer = await asViewer({ can: ['view.patient', 'create.user', 'update.device'], locale: 'es' });
    expect((await viewer.rest('GET', '/oauth/scopes')).body).toEqual([
      { id: 'update.device', description: 'Cambiar asignaciones de dispositivos' },
      { id: 'view.patient', description: 'Leer pacientes' },
    ]);
  });
});

describe('in GraphQL', () => {
  const USER = `query ($id: ID!) { node(id: $id) { ... on User { personalAccessTokens { id name lastFour scopes expiresAt lastUsedAt }
    tokenScopes { id } viewerCanSeeTokens viewerCanCreateToken viewerCanDeleteToken } } }`;
  const idOf = ({ userId }: TestViewer) => Buffer.from(`User:${userId}`).toString('base64url');

  test('a user shows their tokens, and what the viewer may do with them', async () => {
    const viewer = await asViewer();
    const outsider = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    const created = await viewer.gql(
      'mutation ($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { accessToken token { id } user { personalAccessTokens { name } } userErrors { field } } }',
      { input: { userId: idOf(viewer), name: 'Reports', scopes: ['view.patient'], expiresInDays: 30 } },
    );
    const { accessToken, token, user } = created.data.createPersonalAccessToken;
    expect(user).toEqual({ personalAccessTokens: [{ name: 'Reports' }] });
    const { node } = (await viewer.gql(USER, { id: idOf(viewer) })).data;
    expect(node).toMatchObject({
      personalAccessTokens: [
        { id: token.id, name: 'Reports', lastFour: accessToken.slice(-4), scopes: ['view.patient'], lastUsedAt: null },
      ],
      viewerCanSeeTokens: true,
      viewerCanCreateToken: true,
      viewerCanDeleteToken: true,
    });
    expect(node.tokenScopes).toContainEqual({ id: 'view.patient' });
    expect((await outsider.gql(USER, { id: idOf(viewer) })).data.node).toEqual({
      personalAccessTokens: null,
      tokenScopes: [],
      viewerCanSeeTokens: false,
      viewerCanCreateToken: false,
      viewerCanDeleteToken: false,
    });
    // A token never reaches them, also of its own user.
    const byToken = await new TokenClient(accessToken).gql(
      '{ viewer { user { personalAccessTokens { id } viewerCanCreateToken } } }',
    );
    expect(byToken.data.viewer.user).toEqual({ personalAccessTokens: null, viewerCanCreateToken: false });
    const deleted = await viewer.gql(
      'mutation ($input: DeletePersonalAccessTokenInput!) { deletePersonalAccessToken(input: $input) { user { personalAccessTokens { id } } userErrors { code } } }',
      { input: { userId: idOf(viewer), tokenId: token.id } },
    );
    expect(deleted.data.deletePersonalAccessToken).toEqual({ user: { personalAccessTokens: [] }, userErrors: [] });
  });

  test('a refusal names its field', async () => {
    const viewer = await asViewer({ can: [...PERMISSIONS] });
    const { data } = await viewer.gql(
      'mutation ($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { accessToken userErrors { field message } } }',
      { input: { userId: String(viewer.userId), name: 'ab', scopes: ['view.patient'] } },
    );
    expect(data.createPersonalAccessToken).toEqual({
      accessToken: null,
      userErrors: [{ field: 'name', message: 'The name field must be at least 3 characters.' }],
    });
  });
});
