import { describe, expect, test } from '@jest/globals';
import { signIn } from '../../test/account.ts';
import { admin, anonymous, asViewer, makePatient, usePortal, type TestViewer } from '../../test/harness.ts';
import { ACCOUNT, asServiceAccount, created, exchange, keyManager, makeAccount } from '../../test/service-accounts.ts';

usePortal();

const listed = async (viewer: TestViewer) =>
  (await viewer.gql(`{ serviceAccounts { ${ACCOUNT} } serviceAccountScopes { id description } }`)).data;
const act = async (viewer: TestViewer, name: string, type: string, input: Record<string, unknown>, fields = '') => {
  const { data, errors } = await viewer.gql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} userErrors { field code } } }`,
    { input },
  );
  return data?.[name] ?? errors![0]!.extensions.code;
};
const isForbidden = async (viewer: TestViewer) =>
  (await act(viewer, 'createServiceAccount', 'CreateServiceAccountInput', {
    name: 'Other',
    scopes: ['view.patient'],
  })) === 'FORBIDDEN';
const setActive = (viewer: TestViewer, id: number, active: boolean) =>
  act(
    viewer,
    'setServiceAccountActive',
    'SetServiceAccountActiveInput',
    { serviceAccountId: String(id), active },
    'serviceAccount { isActive }',
  );
const rotate = (viewer: TestViewer, id: number, more: Record<string, unknown> = {}) =>
  act(
    viewer,
    'rotateServiceAccountKey',
    'RotateServiceAccountKeyInput',
    { serviceAccountId: String(id), ...more },
    'clientId clientSecret',
  );
const remove = (viewer: TestViewer, id: number) =>
  act(viewer, 'deleteServiceAccount', 'ServiceAccountInput', { serviceAccountId: String(id) });
const works = async (token: { rest: TestViewer['rest'] }) => (await token.rest('GET', '/api/users/my-org')).status;
const permissionsOf = async (token: { gql: TestViewer['gql'] }) =>
  (await token.gql('{ viewer { permissions } }')).data.viewer.permissions;

describe('a service account', () => {
  test('is made with its key, whose secret is in one answer, and is listed with who made it', async () => {
    const viewer = await keyManager();
    const made = await created(viewer, { description: 'Reads patients at night' });
    expect(made).toEqual({
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientSecret: expect.stringMatching(/^rtp_sk_[0-9A-Za-z]{36}$/),
      serviceAccount: {
        id: expect.any(String),
        name: 'Nightly sync',
        description: 'Reads patients at night',
        scopes: ['view.patient'],
        isActive: true,
        createdBy: expect.stringMatching(/^Alex User/),
        key: { clientId: made.clientId, lastFour: made.clientSecret.slice(-4), previousUntil: null, lastUsedAt: null },
      },
      userErrors: [],
    });
    expect((await listed(viewer)).serviceAccounts).toEqual([made.serviceAccount]);
    const { rows } = await admin.query('select a::text as line from audit_log a where org_id = $1', [viewer.orgId]);
    expect(JSON.stringify(rows)).not.toContain('rtp_sk_');
    expect(JSON.stringify(rows)).toContain('Mutation.createServiceAccount');
  });

  test('acts for the whole organization, and the audit log names it', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const patient = await makePatient(viewer.orgId);
    const token = await asServiceAccount(viewer, account);
    const { data } = await token.gql(
      'query ($id: ID!) { patient(id: $id) { databaseId } viewer { user { databaseId firstName lastName } } }',
      { id: String(patient.id) },
    );
    expect(data).toEqual({
      patient: { databaseId: patient.id },
      viewer: { user: { databaseId: account.id, firstName: 'Service account', lastName: 'Nightly sync' } },
    });
    const line = await admin.query(
      "select actor_type, outcome from audit_log where actor_user_id = $1 and operation = 'POST /oauth/token'",
      [account.id],
    );
    expect(line.rows).toEqual([{ actor_type: 'api-key', outcome: 'done' }]);
    expect((await listed(viewer)).serviceAccounts[0].key.lastUsedAt).toEqual(expect.any(String));
  });

  test('leaves one line in the audit log for each act on it, and none for reading', async () => {
    const viewer = await keyManager();
    const { id } = await makeAccount(viewer);
    await listed(viewer);
    await rotate(viewer, id);
    await setActive(viewer, id, false);
    await remove(viewer, id);
    const { rows } = await admin.query(
      "select operation, outcome, (properties ->> 'user')::int as account from audit_log where org_id = $1 order by id",
      [viewer.orgId],
    );
    const acts = ['createServiceAccount', 'rotateServiceAccountKey', 'setServiceAccountActive', 'deleteServiceAccount'];
    expect(rows).toEqual(acts.map((act) => ({ operation: `Mutation.${act}`, outcome: 'done', account: id })));
  });

  test.each([
    [{ name: ' ab ' }, 'name', 'service_account.name_short'],
    [{ name: 'x'.repeat(81) }, 'name', 'service_account.name_long'],
    [{ description: 'x'.repeat(501) }, 'description', 'service_account.description_long'],
    [{ name: 'nightly SYNC' }, 'name', 'service_account.name_taken'],
    [{ name: 'Other', scopes: [] }, 'scopes', 'token.scopes'],
    [{ name: 'Other', scopes: ['view.everything'] }, 'scopes', 'token.scope_unknown'],
    [{ name: 'Other', scopes: ['create.user'] }, 'scopes', 'token.scope_unknown'],
    [{ name: 'Other', scopes: ['support.user.device'] }, 'scopes', 'token.scope_forbidden'],
  ])('is refused with %p', async (input, field, code) => {
    const viewer = await keyManager();
    await makeAccount(viewer);
    expect(await created(viewer, input)).toMatchObject({
      serviceAccount: null,
      clientSecret: null,
      userErrors: [{ field, code }],
    });
    expect((await listed(viewer)).serviceAccounts).toHaveLength(1);
  });

  test('has a name of 3 to 80 characters and a description of at most 500', async () => {
    const viewer = await keyManager();
    for (const input of [{ name: 'abc' }, { name: 'x'.repeat(80), description: 'x'.repeat(500) }])
      expect((await created(viewer, input)).userErrors).toEqual([]);
  });

  test('is one of at most 50 of an organization; a deleted one does not count, and its name is free', async () => {
    const viewer = await keyManager();
    const first = await makeAccount(viewer, ['view.patient'], 'Account 0');
    for (let nth = 1; nth < 50; nth += 1) await makeAccount(viewer, ['view.patient'], `Account ${nth}`);
    expect((await created(viewer)).userErrors).toEqual([
      {
        field: 'name',
        code: 'service_account.too_many',
        message: 'An organization has at most 50 service accounts. Delete one that is no longer used.',
      },
    ]);
    await remove(viewer, first.id);
    expect((await created(viewer, { name: 'Account 0' })).userErrors).toEqual([]);
  });
});

describe('the scopes of a service account', () => {
  test('are its own: below those of who made it, and not raised when a role grows', async () => {
    const viewer = await keyManager();
    const token = await asServiceAccount(viewer, await makeAccount(viewer, ['view.patient']));
    expect(await permissionsOf(token)).toEqual(['view.patient']);
    const refused = await token.gql(
      'mutation { sendOrgMessage(input: { userId: "1", title: "a", body: "b" }) { userErrors { code } } }',
    );
    expect(refused.errors?.length).toBeGreaterThan(0);
    await admin.query(
      'insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = $3',
      [viewer.orgId, viewer.userId, 'org.physician'],
    );
    expect(await permissionsOf(token)).toEqual(['view.patient']);
  });

  test('permit in the database what they name, and nothing else', async () => {
    const viewer = await keyManager();
    const patient = await makePatient(viewer.orgId);
    const rename = async (scopes: string[], name: string) => {
      const token = await asServiceAccount(viewer, await makeAccount(viewer, scopes, name));
      return (await token.rest('PATCH', `/api/patients/${patient.id}`, { note: name })).status;
    };
    expect(await rename(['view.patient', 'update.patient'], 'Writer')).toBe(200);
    expect(await rename(['view.patient'], 'Reader')).toBe(403);
  });

  test('are offered in words, and are those of the viewer', async () => {
    const orgId = (await keyManager()).orgId;
    const reader = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.patient', 'create.user'] });
    expect((await listed(reader)).serviceAccountScopes).toEqual([{ id: 'view.patient', description: 'Read patients' }]);
    expect((await created(reader, { scopes: ['update.device'] })).userErrors).toMatchObject([
      { code: 'token.scope_forbidden' },
    ]);
  });
});

describe('the key of a service account', () => {
  test('is rotated: the old secret ends at once, or after the overlap', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const token = await asServiceAccount(viewer, account);
    const second = { ...account, ...(await rotate(viewer, account.id)) };
    expect(second.clientId).toBe(account.clientId);
    expect([(await exchange(viewer, account)).status, (await exchange(viewer, second)).status]).toEqual([401, 200]);
    expect(await works(token)).toBe(401);
    const third = { ...account, ...(await rotate(viewer, account.id, { overlapHours: 24 })) };
    expect([(await exchange(viewer, second)).status, (await exchange(viewer, third)).status]).toEqual([200, 200]);
    expect((await rotate(viewer, account.id, { overlapHours: 25 })).userErrors).toEqual([
      { field: 'overlapHours', code: 'api_key.overlap' },
    ]);
  });

  test('is not rotated by an administrator who lacks one of its scopes: they would read its secret', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer, ['view.patient', 'update.patient']);
    const { orgId } = viewer;
    const other = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.patient'] });
    expect(await rotate(other, account.id)).toBe('FORBIDDEN');
    expect((await exchange(viewer, account)).status).toBe(200);
  });

  test('ends with the account, and with the organization; a rotation makes another one', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const token = await asServiceAccount(viewer, account);
    await admin.query('update organizations set active = false where id = $1', [viewer.orgId]);
    expect([await works(token), (await exchange(viewer, account)).status]).toEqual([401, 401]);
    await admin.query('update api_keys set revoked_at = now() where org_id = $1', [viewer.orgId]);
    await admin.query('update organizations set active = true where id = $1', [viewer.orgId]);
    expect((await listed(viewer)).serviceAccounts[0].key).toBeNull();
    const next = { ...account, ...(await rotate(viewer, account.id)) };
    const renewed = await asServiceAccount(viewer, next);
    expect(await works(renewed)).toBe(200);
    await remove(viewer, account.id);
    expect([await works(renewed), (await exchange(viewer, next)).status]).toEqual([401, 401]);
    expect((await listed(viewer)).serviceAccounts).toEqual([]);
    expect(await remove(viewer, account.id)).toBe('NOT_FOUND');
  });

  test('goes on when the user who made the account is deactivated', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const token = await asServiceAccount(viewer, account);
    const colleague = await asViewer({ orgId: viewer.orgId });
    await admin.query('update users set active = false where id = $1', [viewer.userId]);
    expect([await works(token), (await exchange(colleague, account)).status]).toEqual([200, 200]);
  });

  test('works no more from the moment at which the account is disabled, and again when it is enabled', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const token = await asServiceAccount(viewer, account);
    expect(await works(token)).toBe(200);
    expect(await setActive(viewer, account.id, false)).toMatchObject({ serviceAccount: { isActive: false } });
    expect([await works(token), (await exchange(viewer, account)).status]).toEqual([401, 401]);
    await setActive(viewer, account.id, true);
    expect([await works(token), (await exchange(viewer, account)).status]).toEqual([200, 200]);
  });
});

describe('who manages service accounts', () => {
  test('are administrators with a session, of the whole organization, which allows API keys', async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer, ['view.patient']);
    const { orgId } = viewer;
    const staff = await asViewer({ orgId, roles: ['org.ep.staff'] });
    expect([await created(staff), await setActive(staff, account.id, false)]).toEqual([undefined, 'FORBIDDEN']);
    const limited = await asViewer({ orgId, can: ['legacy.api.token.generate', 'view.patient'], locationIds: [] });
    await admin.query("update users set user_type = 'Location' where id = $1", [limited.userId]);
    expect(await isForbidden(limited)).toBe(true);
    const token = await asServiceAccount(viewer, account);
    expect((await token.gql('{ serviceAccounts { id } }')).errors?.[0]?.message).toBe('Invalid scope(s) provided.');
    const support = await asViewer({ kind: 'support', can: ['legacy.api.token.generate', 'view.patient'] });
    expect(await isForbidden(support)).toBe(true);
    await admin.query('update organizations set allow_api_key_management = false where id = $1', [orgId]);
    expect([await created(viewer, { name: 'Other' }), await rotate(viewer, account.id)]).toEqual([
      undefined,
      'FORBIDDEN',
    ]);
  });

  test('see those of their own organization alone', async () => {
    const [viewer, foreign] = [await keyManager(), await keyManager()];
    const account = await makeAccount(viewer);
    expect((await listed(foreign)).serviceAccounts).toEqual([]);
    expect([
      await setActive(foreign, account.id, false),
      await rotate(foreign, account.id),
      await remove(foreign, account.id),
    ]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    const patient = await makePatient(foreign.orgId);
    const token = await asServiceAccount(viewer, account);
    const { data, errors } = await token.gql('query ($id: ID!) { patient(id: $id) { databaseId } }', {
      id: String(patient.id),
    });
    expect([data?.patient ?? null, errors?.[0]?.extensions.code]).toEqual([null, 'NOT_FOUND']);
  });
});

describe('no person signs in with a service account', () => {
  const accountOf = async () => {
    const viewer = await keyManager();
    const account = await makeAccount(viewer);
    const { rows } = await admin.query<{ email: string }>('select email from users where id = $1', [account.id]);
    return { viewer, account, email: rows[0]!.email };
  };

  test('by its name and its secret, or by a link to a new password', async () => {
    const { account, email } = await accountOf();
    const answer = await signIn(email, account.clientSecret);
    expect([answer.status, answer.headers.get('set-cookie') ?? '']).toEqual([
      422,
      expect.not.stringMatching(/session=[^;]/),
    ]);
    await admin.query("update users set email_verified_at = now(), email = 'service@example.test' where id = $1", [
      account.id,
    ]);
    expect((await anonymous().rest('POST', '/forgot-password', { email: 'service@example.test' })).status).toBe(200);
    await admin.query('update users set email = $1 where id = $2', [email, account.id]);
    const { rows } = await admin.query(
      'select (select count(*)::int from mails where user_id = $1) as mails, (select count(*)::int from account_links where user_id = $1) as links',
      [account.id],
    );
    expect(rows).toEqual([{ mails: 0, links: 0 }]);
  });

  const SECRET = `decode(repeat('07', 32), 'hex')`;
  test.each([
    ['a password', `insert into user_credentials (org_id, user_id, password_hash) values ($1, $2, 'x')`],
    ['a session', `insert into sessions (id_hash, org_id, user_id, stage) values (${SECRET}, $1, $2, 'full')`],
    [
      'an invitation',
      `insert into account_links (id, org_id, user_id, purpose, secret_hash, expires_at) values (gen_random_uuid(), $1, $2, 'invitation', ${SECRET}, now())`,
    ],
    ['a second factor', 'insert into second_factors (org_id, user_id) values ($1, $2)'],
    ['a role', 'insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)'],
    [
      'a personal access token',
      `insert into personal_access_tokens (org_id, user_id, created_by_id, name, digest, last_four, scopes, expires_at) values ($1, $2, 1, 'x', ${SECRET}, 'abcd', '{view.patient}', now())`,
    ],
    [
      'a mail',
      `insert into mails (org_id, user_id, template, email, locale) values ($1, $2, 'invitation', 'a@example.test', 'en')`,
    ],
  ])('because the database refuses it %s, whatever the statement', async (_what, sql) => {
    const { viewer, account } = await accountOf();
    await expect(admin.query(sql, [viewer.orgId, account.id])).rejects.toThrow('A service account has no');
  });

  test('because no administrator reaches it as a user: invited, reset, unlocked, or given a token', async () => {
    const { viewer, account } = await accountOf();
    const id = account.id;
    const statuses = [
      (await viewer.rest('PATCH', `/api/users/${id}`, { first_name: 'Robin' })).status,
      (await viewer.rest('PATCH', `/api/users/${id}`, { active: 0 })).status,
      (await viewer.rest('PATCH', `/api/users/${id}`, { resend_email: 1 })).status,
      (await viewer.rest('POST', `/api/users/reset-mfa/${id}`, { method: 'app' })).status,
      (
        await viewer.rest('POST', `/api/users/${id}/personal-access-tokens`, {
          name: 'abc',
          scopes: ['view.patient'],
        })
      ).status,
      (await viewer.rest('POST', `/api/api-key/${id}/regenerate`, {})).status,
    ];
    expect(statuses).toEqual([404, 404, 403, 403, 404, 404]);
    const { rows } = await admin.query('select active, first_name from users where id = $1', [id]);
    expect(rows).toEqual([{ active: true, first_name: 'Service account' }]);
  });

  test('and it is in no list, count, choice or audience of users', async () => {
    const { viewer } = await accountOf();
    const patient = await makePatient(viewer.orgId);
    const answer = await viewer.gql(
      `query ($org: ID!, $patient: ID!) {
        users(first: 50) { totalCount edges { node { databaseId } } }
        searchResults(search: "Nightly") { users { databaseId } }
        patientClinicians(search: "") { databaseId }
        followUpAssignees(patientId: $patient) { __typename }
        organization(id: $org) { record { userCount } } }`,
      { org: String(viewer.orgId), patient: String(patient.id) },
    );
    expect(answer.data).toMatchObject({
      users: { totalCount: 1, edges: [{ node: { databaseId: viewer.userId } }] },
      searchResults: { users: [] },
      patientClinicians: [{ databaseId: viewer.userId }],
      followUpAssignees: [{}],
      organization: { record: { userCount: 1 } },
    });
    const text = JSON.stringify([
      (await viewer.rest('GET', '/api/users/datatable?limit=100')).body,
      (await viewer.rest('GET', `/api/orgs/${viewer.orgId}/users/datatable?limit=100`)).body,
    ]);
    expect([text.includes(String(viewer.userId)), text.includes('Nightly sync')]).toEqual([true, false]);
    const { rows } = await admin.query('select count(*)::int as accounts from user_accounts where org_id = $1', [
      viewer.orgId,
    ]);
    expect(rows).toEqual([{ accounts: 1 }]);
  });
});
