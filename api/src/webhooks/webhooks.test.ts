import { beforeEach, describe, expect, test } from '@jest/globals';
import { admin, asViewer, make, running, usePortalHere, type Client, type TestViewer } from '../../test/harness.ts';
import { takeJobsByHand } from '../../test/taken-jobs.ts';

usePortalHere();

const ENDPOINT =
  'databaseId version url description events state disabledReason failingSince previousSecretUntil createdAt';
const ERRORS = 'userErrors { field code message }';
const LIST = `{ webhookEndpoints { ${ENDPOINT} } }`;
const DELIVERIES =
  'query ($endpointId: ID!, $where: WebhookDeliveriesWhere) { webhookDeliveries(endpointId: $endpointId, where: $where) { edges { node { databaseId event state attempts body statusCode error } } } }';
const URL_OF = 'https://receiver.example/hooks';

let viewer: TestViewer;
beforeEach(async () => {
  viewer = await asViewer();
});

async function mutate(name: string, input: object, fields: string, who: Client = viewer) {
  const type =
    name === 'createWebhookEndpoint' ? 'CreateWebhookEndpointInput' : (INPUTS[name] ?? 'WebhookEndpointInput');
  const { data, errors } = await who.gql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} ${ERRORS} } }`,
    {
      input,
    },
  );
  return errors ? errors.map(({ extensions }) => extensions.code) : data[name];
}
const INPUTS: Record<string, string> = {
  updateWebhookEndpoint: 'UpdateWebhookEndpointInput',
  sendWebhookDeliveryAgain: 'SendWebhookDeliveryAgainInput',
};
const create = (input: object = {}, who: Client = viewer) =>
  mutate(
    'createWebhookEndpoint',
    { url: URL_OF, events: ['NIGHT_ARRIVED'], ...input },
    `secret webhookEndpoint { ${ENDPOINT} }`,
    who,
  );
const created = async (input: object = {}, who: Client = viewer): Promise<string> =>
  String((await create(input, who)).webhookEndpoint.databaseId);
const refusalsOf = ({ userErrors }: { userErrors: { field: string; message: string }[] }) =>
  userErrors.map(({ field, message }) => [field, message]);
const list = async (who: Client = viewer) => (await who.gql(LIST)).data.webhookEndpoints;
const deliveries = async (endpointId: string, who: Client = viewer, where?: object) => {
  const { data, errors } = await who.gql(DELIVERIES, { endpointId, where });
  return errors
    ? errors.map(({ extensions }) => extensions.code)
    : data.webhookDeliveries.edges.map(({ node }: { node: object }) => node);
};

describe('webhooks', () => {
  takeJobsByHand();

  describe('an endpoint', () => {
    test('is added with its events and a secret, which is shown once and kept encrypted', async () => {
      const { webhookEndpoint, secret } = await create({
        events: ['NIGHT_ARRIVED', 'COMPLIANCE_AT_RISK', 'NIGHT_ARRIVED'],
        description: ' Billing ',
      });
      expect(webhookEndpoint).toEqual({
        ...{ databaseId: expect.any(Number), version: 1, url: URL_OF, description: 'Billing', state: 'ACTIVE' },
        ...{ events: ['NIGHT_ARRIVED', 'COMPLIANCE_AT_RISK'], disabledReason: null, failingSince: null },
        ...{ previousSecretUntil: null, createdAt: expect.any(String) },
      });
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(await list()).toEqual([webhookEndpoint]);
      const { rows } = await admin.query('select w::text as row from webhook_secrets w where org_id = $1', [
        viewer.orgId,
      ]);
      expect(rows).toHaveLength(1);
      expect(rows[0].row).not.toContain(secret.slice(6));
    });

    test.each([
      ['no address', { url: ' ' }, 'url', 'This field is required.'],
      [
        'no web address',
        { url: 'ftp://receiver.example/' },
        'url',
        'Enter an address such as https://example.com/webhooks, without a user name or a fragment.',
      ],
      [
        'a user name',
        { url: 'https://a:b@receiver.example/' },
        'url',
        'Enter an address such as https://example.com/webhooks, without a user name or a fragment.',
      ],
      [
        'a fragment',
        { url: 'https://receiver.example/#a' },
        'url',
        'Enter an address such as https://example.com/webhooks, without a user name or a fragment.',
      ],
      [
        'an address of 501 characters',
        { url: `https://receiver.example/${'a'.repeat(476)}` },
        'url',
        'An address has at most 500 characters.',
      ],
      [
        'this machine',
        { url: 'https://127.0.0.1/' },
        'url',
        'This address is of a private network. Enter one that the internet reaches.',
      ],
      [
        'this machine by name',
        { url: 'https://localhost/' },
        'url',
        'This address is of a private network. Enter one that the internet reaches.',
      ],
      [
        'a private network',
        { url: 'https://[::ffff:10.0.0.1]/' },
        'url',
        'This address is of a private network. Enter one that the internet reaches.',
      ],
      ['no event', { events: [] }, 'events', 'Choose at least one event.'],
      [
        'a description of 201 characters',
        { description: 'a'.repeat(201) },
        'description',
        'A description has at most 200 characters.',
      ],
    ])('is refused with %s', async (_title, input, field, message) => {
      expect(refusalsOf(await create(input))).toEqual([[field, message]]);
      expect(await list()).toEqual([]);
    });

    test('may have an address of 500 characters and a description of 200', async () => {
      const { userErrors } = await create({
        url: `https://receiver.example/${'a'.repeat(475)}`,
        description: 'a'.repeat(200),
      });
      expect(userErrors).toEqual([]);
    });

    test('is reached without TLS in a trial, and never in production', async () => {
      const { config } = running().app;
      expect((await create({ url: 'http://receiver.example/' })).userErrors).toEqual([]);
      Object.assign(config, { production: true });
      const { userErrors } = await create({ url: 'http://other.example/' });
      Object.assign(config, { production: false });
      expect(userErrors).toEqual([
        { field: 'url', code: 'webhook.url_not_https', message: 'Enter an address that begins with https://.' },
      ]);
    });

    test('has another address than the others of its organization, of which there are at most ten', async () => {
      await create();
      expect(refusalsOf(await create())).toEqual([
        ['url', 'This organization has a webhook with this address. Enter another address.'],
      ]);
      expect((await create({}, await asViewer())).userErrors).toEqual([]);
      for (let nth = 2; nth <= 10; nth++) expect((await create({ url: `${URL_OF}/${nth}` })).userErrors).toEqual([]);
      expect(refusalsOf(await create({ url: `${URL_OF}/11` }))).toEqual([
        ['', 'An organization has at most 10 webhooks. Delete one first.'],
      ]);
    });

    test('is changed; an omitted field stays, and an older version is refused', async () => {
      const endpointId = await created({ description: 'Billing' });
      const update = (input: object) =>
        mutate(
          'updateWebhookEndpoint',
          { endpointId, ...input },
          `webhookEndpoint { ${ENDPOINT} } conflict { version }`,
        );
      const first = await update({ version: 1, events: ['UPLOAD_READ'] });
      expect(first.webhookEndpoint).toMatchObject({
        version: 2,
        url: URL_OF,
        description: 'Billing',
        events: ['UPLOAD_READ'],
      });
      const second = await update({ version: 1, url: 'https://other.example/' });
      expect([second.webhookEndpoint, second.conflict, second.userErrors[0].code]).toEqual([
        null,
        { version: 2 },
        'conflict',
      ]);
      expect(refusalsOf(await update({ url: 'https://10.1.2.3/' }))).toEqual([
        ['url', 'This address is of a private network. Enter one that the internet reaches.'],
      ]);
      expect((await update({ version: 2, url: URL_OF })).webhookEndpoint.version).toBe(3);
    });

    test('is deleted with its secret and its log', async () => {
      const endpointId = await created();
      await mutate('sendWebhookTest', { endpointId }, 'webhookDelivery { state }');
      expect((await mutate('deleteWebhookEndpoint', { endpointId }, '__typename')).userErrors).toEqual([]);
      const { rows } = await admin.query(
        'select (select count(*)::int from webhook_secrets where org_id = $1) as secrets, (select count(*)::int from webhook_deliveries where org_id = $1) as deliveries',
        [viewer.orgId],
      );
      expect([await list(), rows]).toEqual([[], [{ secrets: 0, deliveries: 0 }]]);
    });

    test('is paused and resumed; a disabled one is resumed and not paused', async () => {
      const endpointId = await created();
      const act = async (name: string) =>
        (await mutate(name, { endpointId }, 'webhookEndpoint { state disabledReason failingSince }')).webhookEndpoint;
      const active = { state: 'ACTIVE', disabledReason: null, failingSince: null };
      expect(await act('resumeWebhookEndpoint')).toEqual(active);
      expect(await act('pauseWebhookEndpoint')).toEqual({ ...active, state: 'PAUSED' });
      expect(await act('pauseWebhookEndpoint')).toEqual({ ...active, state: 'PAUSED' });
      expect(await act('resumeWebhookEndpoint')).toEqual(active);
      await admin.query(
        "update webhook_endpoints set state = 'disabled', disabled_reason = 'gone', failing_since = now() where id = $1",
        [endpointId],
      );
      expect(await act('pauseWebhookEndpoint')).toMatchObject({ state: 'DISABLED', disabledReason: 'GONE' });
      expect(await act('resumeWebhookEndpoint')).toEqual(active);
    });

    test('leaves a line in the log for each act, without its address and its secret', async () => {
      const { webhookEndpoint, secret } = await create();
      const endpointId = String(webhookEndpoint.databaseId);
      await mutate('updateWebhookEndpoint', { endpointId, url: `${URL_OF}/new` }, '__typename');
      const rotated = await mutate('rotateWebhookSecret', { endpointId }, 'secret');
      const { webhookDelivery } = await mutate('sendWebhookTest', { endpointId }, 'webhookDelivery { databaseId }');
      await admin.query("update webhook_deliveries set state = 'failed', next_try_at = null");
      await mutate('sendWebhookDeliveryAgain', { deliveryId: String(webhookDelivery.databaseId) }, '__typename');
      for (const name of ['pauseWebhookEndpoint', 'resumeWebhookEndpoint', 'deleteWebhookEndpoint'])
        await mutate(name, { endpointId }, '__typename');
      const { rows } = await admin.query(
        'select operation, properties, l::text as line from audit_log l where org_id = $1 order by id',
        [viewer.orgId],
      );
      const of = { webhook_endpoint: webhookEndpoint.databaseId };
      expect(rows.map(({ operation, properties: { subjects: _of, ...noted } }) => [operation, noted])).toEqual([
        ['Mutation.createWebhookEndpoint', { ...of, events: ['night.arrived'] }],
        ['Mutation.updateWebhookEndpoint', { ...of, changed: ['url'] }],
        ['Mutation.rotateWebhookSecret', of],
        ['Mutation.sendWebhookTest', { ...of, webhook_delivery: webhookDelivery.databaseId }],
        ['Mutation.sendWebhookDeliveryAgain', { ...of, webhook_delivery: webhookDelivery.databaseId }],
        ['Mutation.pauseWebhookEndpoint', of],
        ['Mutation.resumeWebhookEndpoint', of],
        ['Mutation.deleteWebhookEndpoint', of],
      ]);
      for (const text of ['receiver.example', secret, rotated.secret])
        expect(rows.map(({ line }) => line).join()).not.toContain(text);
    });
  });

  describe('the secret', () => {
    test('is replaced; the one before ends after 24 hours, and an earlier one at once', async () => {
      const first = await create();
      const endpointId = String(first.webhookEndpoint.databaseId);
      const rotate = () =>
        mutate('rotateWebhookSecret', { endpointId }, 'secret webhookEndpoint { previousSecretUntil }');
      const second = await rotate();
      expect(second.secret).not.toBe(first.secret);
      const hours =
        (Date.parse(second.webhookEndpoint.previousSecretUntil) - running().app.now().getTime()) / 3_600_000;
      expect([hours > 23.9, hours <= 24]).toEqual([true, true]);
      await rotate();
      const { rows } = await admin.query(
        'select ends_at is null as current from webhook_secrets where endpoint_id = $1 order by id',
        [endpointId],
      );
      expect(rows).toEqual([{ current: false }, { current: true }]);
    });

    test('is read by no staff in the database', async () => {
      const { rows } = await admin.query(
        "select r, has_column_privilege(r, 'webhook_secrets', 'secret_cipher', 'select') as reads from unnest(array['airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting', 'airlog_auth']) r",
      );
      expect(rows.filter(({ reads }) => reads)).toEqual([]);
    });
  });

  describe('the log', () => {
    const failed = (endpointId: string, orgId = viewer.orgId) =>
      make('webhook_deliveries', {
        ...{ org_id: orgId, endpoint_id: Number(endpointId), event: 'night.arrived', body: '{"a":1}', state: 'failed' },
        ...{ attempts: 10, status_code: 500, error: 'status', created_at: '2026-01-01T08:00:00Z' },
      });

    test('has the deliveries, newest first, and is filtered by their state', async () => {
      const endpointId = await created();
      const id = await failed(endpointId);
      await mutate('sendWebhookTest', { endpointId }, '__typename');
      const waiting = { event: 'test', state: 'WAITING', attempts: 0, statusCode: null, error: null };
      const night = {
        databaseId: id,
        event: 'night.arrived',
        state: 'FAILED',
        attempts: 10,
        body: '{"a":1}',
        statusCode: 500,
        error: 'STATUS',
      };
      const test = {
        databaseId: expect.any(Number),
        body: expect.stringMatching(/^\{"type":"test","timestamp":"[^"]+","data":\{\}\}$/),
        ...waiting,
      };
      expect(await deliveries(endpointId)).toEqual([test, night]);
      expect(await deliveries(endpointId, viewer, { state: { equal: 'FAILED' } })).toEqual([night]);
    });

    test('sends a delivery again that has ended, and refuses one that waits', async () => {
      const endpointId = await created();
      const deliveryId = String(await failed(endpointId));
      const again = () => mutate('sendWebhookDeliveryAgain', { deliveryId }, 'webhookDelivery { state attempts }');
      expect((await again()).webhookDelivery).toEqual({ state: 'WAITING', attempts: 0 });
      expect(refusalsOf(await again())).toEqual([['', 'This message waits to be sent. Wait for its next attempt.']]);
    });

    test('of a paused endpoint stays: nothing is sent, and nothing again', async () => {
      const endpointId = await created();
      const deliveryId = String(await failed(endpointId));
      await mutate('pauseWebhookEndpoint', { endpointId }, '__typename');
      const refused = [['', 'This webhook is paused or disabled. Choose Resume to start it again.']];
      expect(refusalsOf(await mutate('sendWebhookTest', { endpointId }, '__typename'))).toEqual(refused);
      expect(refusalsOf(await mutate('sendWebhookDeliveryAgain', { deliveryId }, '__typename'))).toEqual(refused);
    });

    test('and the endpoints of another organization are not found, by any operation', async () => {
      const endpointId = await created();
      const deliveryId = String(await failed(endpointId));
      const other = await asViewer();
      expect([await list(other), await deliveries(endpointId, other)]).toEqual([[], ['NOT_FOUND']]);
      for (const name of [
        'updateWebhookEndpoint',
        'deleteWebhookEndpoint',
        'rotateWebhookSecret',
        'pauseWebhookEndpoint',
        'resumeWebhookEndpoint',
        'sendWebhookTest',
      ])
        expect([name, await mutate(name, { endpointId }, '__typename', other)]).toEqual([name, ['NOT_FOUND']]);
      expect(await mutate('sendWebhookDeliveryAgain', { deliveryId }, '__typename', other)).toEqual(['NOT_FOUND']);
    });
  });

  test('are of administrators: staff without the permission is refused', async () => {
    const endpointId = await created();
    const staff = await asViewer({ orgId: viewer.orgId, roles: ['org.ep.staff'] });
    expect((await staff.gql(LIST)).errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(await create({ url: 'https://other.example/' }, staff)).toEqual(['FORBIDDEN']);
    expect(await deliveries(endpointId, staff)).toEqual(['FORBIDDEN']);
  });

  test('are of the whole organization: an administrator of locations is refused, also by the database', async () => {
    const endpointId = await created();
    const limited = await asViewer({ orgId: viewer.orgId, locationIds: [] });
    await admin.query("update users set user_type = 'Location' where id = $1", [limited.userId]);
    expect((await limited.gql(LIST)).errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(await create({ url: 'https://other.example/' }, limited)).toEqual(['FORBIDDEN']);
    expect(await deliveries(endpointId, limited)).toEqual(['NOT_FOUND']);
    const { data } = await limited.gql('query ($id: ID!) { node(id: $id) { id } }', {
      id: Buffer.from(`WebhookEndpoint:${endpointId}`).toString('base64url'),
    });
    expect(data.node).toBeNull();
  });
});
