import { describe, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { ClientCredentials } from 'simple-oauth2';
import { admin, anonymous, asViewer, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import { TokenClient } from '../../test/token.ts';

usePortal();

const organization = () => makeOrganization('ep', { allow_api_key_management: true });
const pathOf = ({ userId }: TestViewer, act: string) => `/api/api-key/${userId}/${act}`;
const act = (viewer: TestViewer, owner: TestViewer, name: 'generate' | 'regenerate' | 'revoke', body: unknown = {}) =>
  viewer.rest('POST', pathOf(owner, name), body);
const get = (viewer: TestViewer, owner: TestViewer) => viewer.rest('GET', pathOf(owner, 'get'));
const hasApi = async ({ userId }: TestViewer) =>
  (await admin.query('select has_api from users where id = $1', [userId])).rows[0].has_api as boolean;

interface Credentials {
  client_id: string;
  client_secret: string;
}

async function keyed(): Promise<{ manager: TestViewer; staff: TestViewer; key: Credentials }> {
  const orgId = await organization();
  const [manager, staff] = [await asViewer({ orgId }), await asViewer({ orgId, roles: ['org.ep.staff'] })];
  const { body, status } = await act(manager, staff, 'generate');
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { manager, staff, key: body as Credentials };
}

async function exchange(form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${anonymous().origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any -- asserted whole
}
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const granted = (key: Credentials, more: Record<string, string> = {}) =>
  exchange({ grant_type: 'client_credentials', ...key, ...more });
const works = async (secret: string) => (await new TokenClient(secret).rest('GET', '/api/users/my-org')).status;

describe('the API key of a user', () => {
  test('is none, generated, regenerated and revoked; its secret is shown when it is made and masked afterwards', async () => {
    const orgId = await organization();
    const [manager, staff] = [await asViewer({ orgId }), await asViewer({ orgId, roles: ['org.ep.staff'] })];
    expect((await get(manager, staff)).body).toMatchObject({ client_id: null, client_secret: null });
    const made = await act(manager, staff, 'generate');
    expect([made.status, made.headers.get('cache-control'), made.body]).toEqual([
      200,
      'no-store, private',
      {
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_secret: expect.stringMatching(/^rtp_sk_[0-9A-Za-z]{36}$/),
      },
    ]);
    expect(await hasApi(staff)).toBe(true);
    expect((await get(manager, staff)).body).toMatchObject({
      client_id: made.body.client_id,
      client_secret: `••••${made.body.client_secret.slice(-4)}`,
    });
    const twice = await act(manager, staff, 'generate');
    expect([twice.status, twice.body.message]).toEqual([
      422,
      'This user already has an API key. Regenerate or revoke it.',
    ]);
    const renewed = await act(manager, staff, 'regenerate');
    expect(renewed.body.client_id).toBe(made.body.client_id);
    expect(renewed.body.client_secret).not.toBe(made.body.client_secret);
    expect((await act(manager, staff, 'revoke')).body).toMatchObject({ client_id: null, client_secret: null });
    expect(await hasApi(staff)).toBe(false);
    for (const name of ['regenerate', 'revoke'] as const) {
      const { status, body } = await act(manager, staff, name);
      expect([name, status, body.message]).toEqual([name, 422, 'This user has no API key. Generate one first.']);
    }
    const { rows } = await admin.query('select a::text as line from audit_log a where org_id = $1', [orgId]);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(rows)).not.toContain('rtp_sk_');
    const stored = await admin.query('select k::text as row from api_keys k where org_id = $1', [orgId]);
    expect(JSON.stringify(stored.rows)).not.toContain(renewed.body.client_secret.slice(7));
  });

  test.each([
    ['org.ep.admin', 200],
    ['org.clinical.admin', 200],
    ['org.ep.staff', 200],
    ['org.clinical.staff', 200],
    ['org.physician', 422],
    ['location.ep.staff', 422],
    ['group.ep.admin', 422],
  ])('is only for users of the organization: %s', async (role, status) => {
    const orgId = await organization();
    const [manager, staff] = [await asViewer({ orgId }), await asViewer({ orgId, roles: [role] })];
    const answer = await act(manager, staff, 'generate');
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.message).toBe('API keys are only available for Org-level users');
  });

  test('is managed with legacy.api.token.generate and the setting of the organization, within the organization', async () => {
    const orgId = await organization();
    const staff = await asViewer({ orgId, roles: ['org.ep.staff'] });
    expect((await act(staff, staff, 'generate')).status).toBe(403);
    const foreign = await asViewer({ orgId: await organization() });
    expect((await act(foreign, staff, 'generate')).status).toBe(404);
    const manager = await asViewer({ orgId });
    await admin.query('update organizations set allow_api_key_management = false where id = $1', [orgId]);
    expect((await act(manager, staff, 'generate')).status).toBe(403);
    expect((await get(manager, staff)).status).toBe(403);
  });

  test('is a reason for a mail to its user at each step, without its secret; a refused step is none', async () => {
    const orgId = await organization();
    const [manager, staff] = [await asViewer({ orgId }), await asViewer({ orgId, roles: ['org.ep.staff'] })];
    const secrets = [];
    for (const step of ['regenerate', 'generate', 'generate', 'regenerate', 'revoke', 'revoke'] as const)
      secrets.push((await act(manager, staff, step)).body.client_secret);
    const { rows } = await admin.query(
      'select template, email, m::text as row from mails m where org_id = $1 order by id',
      [orgId],
    );
    expect(rows.map(({ template }) => template)).toEqual(['api-key-changed', 'api-key-changed', 'api-key-revoked']);
    const { rows: people } = await admin.query('select email from users where id = $1', [staff.userId]);
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set([people[0].email]));
    for (const secret of secrets.filter(Boolean)) expect(JSON.stringify(rows)).not.toContain(secret.slice(7));
  });

  test('in GraphQL has the same steps', async () => {
    const orgId = await organization();
    const [manager, staff] = [await asViewer({ orgId }), await asViewer({ orgId, roles: ['org.ep.staff'] })];
    const input = { userId: String(staff.userId) };
    const mutate = async (name: string, type: string, values: object, fields = 'clientId clientSecret') =>
      (
        await manager.gql(
          `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} user { apiKey { clientId lastFour scopes previousUntil } viewerCanManageApiKeys mayHaveApiKey } userErrors { code } } }`,
          { input: values },
        )
      ).data[name];
    const made = await mutate('generateApiKey', 'GenerateApiKeyInput', { ...input, scopes: ['view.patient'] });
    expect(made.user).toEqual({
      apiKey: {
        clientId: made.clientId,
        lastFour: made.clientSecret.slice(-4),
        scopes: ['view.patient'],
        previousUntil: null,
      },
      viewerCanManageApiKeys: true,
      mayHaveApiKey: true,
    });
    const renewed = await mutate('regenerateApiKey', 'RegenerateApiKeyInput', { ...input, overlapHours: 24 });
    expect(renewed.user.apiKey.previousUntil).toEqual(expect.any(String));
    const wrong = await mutate('regenerateApiKey', 'RegenerateApiKeyInput', { ...input, overlapHours: 25 });
    expect(wrong.userErrors).toEqual([{ code: 'api_key.overlap' }]);
    expect((await mutate('revokeApiKey', 'ApiKeyInput', input, '__typename')).user.apiKey).toBeNull();
    const query = 'query ($id: ID!) { node(id: $id) { ... on User { apiKey { clientId } viewerCanManageApiKeys } } }';
    const id = Buffer.from(`User:${staff.userId}`).toString('base64url');
    expect((await staff.gql(query, { id })).data.node).toEqual({ apiKey: null, viewerCanManageApiKeys: false });
  });
});

describe('the scopes of a key', () => {
  const scopesOf = async (key: Credentials) => ((await granted(key)).body.scope as string).split(' ').sort();
  const pair = async (roles = ['org.ep.staff']) => {
    const orgId = await organization();
    return { manager: await asViewer({ orgId }), staff: await asViewer({ orgId, roles }) };
  };
  const scopeFields = async (viewer: TestViewer, { userId }: TestViewer) =>
    (
      await viewer.gql('query ($id: ID!) { user(id: $id) { apiKeyScopes { id description } apiKey { scopes } } }', {
        id: String(userId),
      })
    ).data.user;

  test('are those that were chosen, in both APIs, each once', async () => {
    const { manager, staff } = await pair();
    const chosen = ['view.patient', 'update.device', 'view.patient'];
    const key = (await act(manager, staff, 'generate', { scopes: chosen })).body as Credentials;
    expect(await scopesOf(key)).toEqual(['update.device', 'view.patient']);
    expect((await get(manager, staff)).body.scopes).toEqual(['view.patient', 'update.device']);
    await act(manager, staff, 'revoke');
    const { data } = await manager.gql(
      'mutation ($input: GenerateApiKeyInput!) { generateApiKey(input: $input) { clientId clientSecret } }',
      { input: { userId: String(staff.userId), scopes: ['update.device'] } },
    );
    const { clientId, clientSecret } = data.generateApiKey;
    expect(await scopesOf({ client_id: clientId, client_secret: clientSecret })).toEqual(['update.device']);
    expect((await scopeFields(manager, staff)).apiKey).toEqual({ scopes: ['update.device'] });
    const { rows } = await admin.query(
      "select properties from audit_log where org_id = $1 and operation = 'Mutation.generateApiKey'",
      [staff.orgId],
    );
    expect(rows).toMatchObject([{ properties: { scopes: ['update.device'] } }]);
  });

  test('are all that both hold where the documented path is called with its empty body', async () => {
    const { manager, staff } = await pair();
    const offered = (await scopeFields(manager, staff)).apiKeyScopes.map(({ id }: { id: string }) => id);
    expect(offered).toContain('view.patient');
    const key = (await act(manager, staff, 'generate', '')).body as Credentials;
    expect(await scopesOf(key)).toEqual([...offered].sort());
  });

  test.each([
    ['none', [], 'Choose at least one scope.'],
    ['an unknown one', ['view.everything'], 'The selected scopes are invalid.'],
    [
      'one that the user does not hold',
      ['view.patient', 'viewAny.patient'],
      'You cannot give these scopes to this user. Choose other scopes.',
    ],
    ['a permission that is no scope', ['create.user'], 'The selected scopes are invalid.'],
  ])('are refused when there is %s: no key is made', async (_what, scopes, message) => {
    const { manager, staff } = await pair();
    for (const headers of [{}, { precognition: 'true' }] as Record<string, string>[]) {
      const { status, body } = await manager.rest('POST', pathOf(staff, 'generate'), { scopes }, headers);
      expect([status, body.errors]).toEqual([422, { scopes: [message] }]);
    }
    const answer = await manager.gql(
      'mutation ($input: GenerateApiKeyInput!) { generateApiKey(input: $input) { clientSecret userErrors { field message } } }',
      { input: { userId: String(staff.userId), scopes } },
    );
    expect(answer.data.generateApiKey).toEqual({ clientSecret: null, userErrors: [{ field: 'scopes', message }] });
    expect(await hasApi(staff)).toBe(false);
  });

  test('that the viewer does not hold are not given, and not offered', async () => {
    const orgId = await organization();
    const manager = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.user', 'view.patient'] });
    const staff = await asViewer({ orgId, roles: ['org.ep.staff'] });
    expect((await scopeFields(manager, staff)).apiKeyScopes).toEqual([
      { id: 'view.patient', description: 'Read patients' },
    ]);
    expect((await act(manager, staff, 'generate', { scopes: ['update.device'] })).status).toBe(422);
  });

  test.each([
    ['of a user who may not manage keys', ['org.ep.staff'], false],
    ['for a user whose role permits none', ['org.physician'], true],
  ])('are not offered %s', async (_what, roles, asManager) => {
    const { manager, staff } = await pair(roles);
    expect((await scopeFields(asManager ? manager : staff, staff)).apiKeyScopes).toEqual([]);
  });

  test('stay with a regeneration, and are fewer when the viewer or the user holds fewer, until none is left', async () => {
    const { manager, staff } = await pair();
    await act(manager, staff, 'generate', { scopes: ['view.patient', 'update.device'] });
    const second = (await act(manager, staff, 'regenerate')).body as Credentials;
    expect(await scopesOf(second)).toEqual(['update.device', 'view.patient']);
    const { orgId } = staff;
    const reader = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.user', 'view.patient'] });
    const third = (await act(reader, staff, 'regenerate')).body as Credentials;
    expect(await scopesOf(third)).toEqual(['view.patient']);
    const other = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.user', 'update.device'] });
    const { status, body } = await act(other, staff, 'regenerate');
    expect([status, body.message]).toEqual([
      422,
      'You and this user no longer hold a scope of this key. Revoke it and generate another one.',
    ]);
    expect((await granted(third)).status).toBe(200);
  });

  test('are the most that the scope parameter of an exchange gives: it narrows, and never widens', async () => {
    const { manager, staff } = await pair();
    const key = (await act(manager, staff, 'generate', { scopes: ['view.patient', 'update.device'] }))
      .body as Credentials;
    expect((await granted(key, { scope: 'view.patient' })).body.scope).toBe('view.patient');
    for (const scope of ['create.patient', 'view.patient create.patient'])
      expect([scope, (await granted(key, { scope })).body.error]).toEqual([scope, 'invalid_scope']);
    const token = new TokenClient((await granted(key)).body.access_token);
    expect([...(await token.gql('{ viewer { permissions } }')).data.viewer.permissions].sort()).toEqual([
      'update.device',
      'view.patient',
    ]);
  });
});

describe('POST /oauth/token', () => {
  test('exchanges a key for a bearer token, in the body or with Basic, as a form or as JSON', async () => {
    const { staff, key } = await keyed();
    const answer = await granted(key);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        token_type: 'Bearer',
        expires_in: 3600,
        access_token: expect.stringMatching(/^rtp_at_[0-9A-Za-z]{36}$/),
        scope: expect.any(String),
      },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await works(answer.body.access_token)).toBe(200);
    const viewer = await new TokenClient(answer.body.access_token).gql(
      '{ viewer { user { databaseId } permissions } }',
    );
    expect(viewer.data.viewer.user.databaseId).toBe(staff.userId);
    expect(viewer.data.viewer.permissions).toContain('view.patient');
    expect(viewer.data.viewer.permissions).not.toContain('create.user.security.api');
    const byBasic = await exchange({ grant_type: 'client_credentials' }, basic(key.client_id, key.client_secret));
    expect(byBasic.status).toBe(200);
    const byJson = await anonymous().rest('POST', '/oauth/token', { grant_type: 'client_credentials', ...key });
    expect(byJson.status).toBe(200);
    const { rows } = await admin.query(
      "select outcome, actor_type from audit_log where actor_user_id = $1 and operation = 'POST /oauth/token'",
      [staff.userId],
    );
    expect(rows).toEqual([1, 2, 3].map(() => ({ outcome: 'done', actor_type: 'api-key' })));
  });

  test('all access tokens of a key spend the points of the key', async () => {
    const { key } = await keyed();
    const left = async () => {
      const token = new TokenClient((await granted(key)).body.access_token);
      return Number((await token.rest('GET', '/api/users/my-org')).headers.get('x-ratelimit-remaining'));
    };
    expect(await left()).toBe(499_999);
    // None of them comes back while the test runs.
    await admin.query(
      "update attempt_counters set attempts = 100, window_started_at = now() + interval '1 hour' where key = (select 'points:api-key:' || id from api_keys where client_id = $1)",
      [key.client_id],
    );
    expect([await left(), await left()]).toEqual([499_899, 499_898]);
  });

  test('gives the scopes that are asked for, and no other', async () => {
    const { key } = await keyed();
    const narrow = await granted(key, { scope: 'view.patient' });
    expect(narrow.body.scope).toBe('view.patient');
    const token = new TokenClient(narrow.body.access_token);
    expect((await token.rest('GET', '/api/patients/datatable')).status).toBe(200);
    expect((await token.rest('GET', '/api/devices/datatable')).status).toBe(403);
    for (const scope of ['view.everything', 'viewAny.patient', 'delete.device', 'view.patient create.user'])
      expect([scope, (await granted(key, { scope })).body.error]).toEqual([scope, 'invalid_scope']);
  });

  test.each([
    ['without a grant', {}, 400, 'unsupported_grant_type'],
    ['of another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['without a client', { grant_type: 'client_credentials' }, 400, 'invalid_request'],
    ['without a secret', { grant_type: 'client_credentials', client_id: 'x' }, 400, 'invalid_request'],
    [
      'of an unknown client',
      { grant_type: 'client_credentials', client_id: '8e03978e-40d5-43e8-bc93-6894a57f9324', client_secret: 'x' },
      401,
      'invalid_client',
    ],
  ])('refuses a request %s', async (_title, form, status, error) => {
    const answer = await exchange(form as Record<string, string>);
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      status,
      error,
      answer.body.error_description,
    ]);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('answers a wrong secret, a revoked key, a deactivated user and an unknown client alike', async () => {
    const { manager, staff, key } = await keyed();
    const other = await keyed();
    const wrong = { ...key, client_secret: other.key.client_secret };
    const first = await exchange({ grant_type: 'client_credentials' }, basic(wrong.client_id, wrong.client_secret));
    expect([first.status, first.headers.get('www-authenticate'), first.body]).toEqual([
      401,
      'Basic realm="OAuth"',
      {
        error: 'invalid_client',
        error_description: 'Client authentication failed',
        message: 'Client authentication failed',
      },
    ]);
    await admin.query('update users set active = false where id = $1', [staff.userId]);
    expect((await granted(key)).body).toEqual(first.body);
    await admin.query('update users set active = true where id = $1', [staff.userId]);
    await act(manager, staff, 'revoke');
    expect((await granted(key)).body).toEqual(first.body);
    expect((await granted({ ...key, client_id: '8e03978e-40d5-43e8-bc93-6894a57f9324' })).body).toEqual(first.body);
    await admin.query('update user_roles set role_id = 5 where user_id = $1', [other.staff.userId]);
    expect((await granted(other.key)).body.error).toBe('unauthorized_client');
  });

  test('ends the old secret and its tokens with a regeneration, at once or after the chosen overlap', async () => {
    const { manager, staff, key } = await keyed();
    const first = (await granted(key)).body.access_token;
    const second = (await act(manager, staff, 'regenerate', { overlap_hours: 2 })).body as Credentials;
    expect([(await granted(key)).status, (await granted(second)).status, await works(first)]).toEqual([200, 200, 200]);
    await admin.query('update api_keys set previous_until = now() where user_id = $1', [staff.userId]);
    expect([(await granted(key)).status, (await granted(second)).status, await works(first)]).toEqual([401, 200, 401]);
    const token = (await granted(second)).body.access_token;
    const third = (await act(manager, staff, 'regenerate')).body as Credentials;
    expect([(await granted(second)).status, (await granted(third)).status, await works(token)]).toEqual([
      401, 200, 401,
    ]);
    const last = (await granted(third)).body.access_token;
    await act(manager, staff, 'revoke');
    expect([(await granted(third)).status, await works(last)]).toEqual([401, 401]);
    const beyond = await act(manager, staff, 'generate').then(() =>
      act(manager, staff, 'regenerate', { overlap_hours: 25 }),
    );
    expect([beyond.status, beyond.body.errors]).toEqual([
      422,
      { overlap_hours: ['Enter a number of hours between 0 and 24.'] },
    ]);
  });

  test('is validated before a regeneration, which a validate-only request does not do', async () => {
    const { manager, staff, key } = await keyed();
    const check = async (body: object) => {
      const answer = await manager.rest('POST', pathOf(staff, 'regenerate'), body, { precognition: 'true' });
      return [answer.status, Object.keys(answer.body?.errors ?? {})];
    };
    expect(await check({ overlap_hours: 25 })).toEqual([422, ['overlap_hours']]);
    expect(await check({ overlap_hours: 24 })).toEqual([204, []]);
    expect((await granted(key)).status).toBe(200);
    await act(manager, staff, 'revoke');
    expect((await check({ overlap_hours: 24 }))[0]).toBe(422);
  });
});

describe('standard clients', () => {
  test('simple-oauth2 gets a token unchanged, in the header and in the body', async () => {
    const { key } = await keyed();
    for (const authorizationMethod of ['header', 'body'] as const) {
      const client = new ClientCredentials({
        client: { id: key.client_id, secret: key.client_secret },
        auth: { tokenHost: anonymous().origin, tokenPath: '/oauth/token' },
        options: { authorizationMethod },
      });
      const { token } = await client.getToken({ scope: ['view.patient'] });
      expect(await works(token.access_token as string)).toBe(200);
    }
  });

  test('oauth4webapi gets a token unchanged, with each way to authenticate', async () => {
    const { key } = await keyed();
    const server: oauth.AuthorizationServer = {
      issuer: anonymous().origin,
      token_endpoint: `${anonymous().origin}/oauth/token`,
    };
    const client: oauth.Client = { client_id: key.client_id };
    for (const authentication of [
      oauth.ClientSecretBasic(key.client_secret),
      oauth.ClientSecretPost(key.client_secret),
    ]) {
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        authentication,
        new URLSearchParams(),
        {
          [oauth.allowInsecureRequests]: true,
        },
      );
      const { access_token } = await oauth.processClientCredentialsResponse(server, client, response);
      expect(await works(access_token)).toBe(200);
    }
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('wrong'),
      new URLSearchParams(),
      {
        [oauth.allowInsecureRequests]: true,
      },
    );
    await expect(oauth.processClientCredentialsResponse(server, client, response)).rejects.toThrow();
  });
});
