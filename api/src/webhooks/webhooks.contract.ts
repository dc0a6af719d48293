import type { Contract, Row } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

const SETTINGS = 'update.org.settings';
/** The same for each row of an endpoint. */
const idOf = (userId: number, nth: number) => 100_000_000 + userId * 1000 + nth;
const endpoint = (org_id: number, name: string): Row => ({
  org_id,
  url: `https://${name}.example/`,
  events: ['night.arrived'],
  position: 'x',
  nothing_before: '1',
});
const delivery = (org_id: number, endpoint_id: number): Row => ({
  org_id,
  endpoint_id,
  event: 'night.arrived',
  body: '{}',
  next_try_at: '2126-01-15T08:00:00Z',
});
const secret = (org_id: number, endpoint_id: number): Row => ({ org_id, endpoint_id, secret_cipher: 'v2.x' });
const before = (row: Row): Row => ({ ...row, ends_at: '2026-01-15T08:00:00Z' });

/** The columns that staff writes. */
const ADDED = 'org_id url description events position nothing_before';
const CHANGED = 'url description events state disabled_reason failing_since version';
const ATTEMPT = 'state attempts started_at next_try_at last_tried_at status_code duration_ms error';
const AGAIN = 'state attempts started_at next_try_at';
const QUEUED = 'org_id endpoint_id event body next_try_at';
const SHOWN = 'id org_id endpoint_id ends_at created_at';
const ofStaff = { select: 'all', insert: ADDED, update: CHANGED, delete: true } as const;
const secretOfStaff = {
  select: SHOWN,
  insert: 'org_id endpoint_id secret_cipher',
  update: 'ends_at',
  delete: true,
} as const;

const onEndpoint = [
  'Mutation.updateWebhookEndpoint',
  'Mutation.rotateWebhookSecret',
  'Mutation.pauseWebhookEndpoint',
  'Mutation.resumeWebhookEndpoint',
  'Mutation.sendWebhookTest',
  'Mutation.deleteWebhookEndpoint',
];

/** What the contract tests expect of webhooks, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Webhooks of the organization: no data of patients.
    'Query.webhookEndpoints': [SETTINGS, 'none'],
    'Query.webhookDeliveries': [SETTINGS, 'none'],
    'Mutation.createWebhookEndpoint': [SETTINGS, 'write'],
    'Mutation.updateWebhookEndpoint': [SETTINGS, 'write'],
    'Mutation.deleteWebhookEndpoint': [SETTINGS, 'write'],
    'Mutation.rotateWebhookSecret': [SETTINGS, 'write'],
    'Mutation.pauseWebhookEndpoint': [SETTINGS, 'write'],
    'Mutation.resumeWebhookEndpoint': [SETTINGS, 'write'],
    'Mutation.sendWebhookTest': [SETTINGS, 'write'],
    'Mutation.sendWebhookDeliveryAgain': [SETTINGS, 'write'],
  },
  variables: {
    'Query.webhookEndpoints': () => ({}),
    'Mutation.createWebhookEndpoint': ({ patient }) => ({
      input: { url: `https://hook${patient.id}.example/`, events: ['NIGHT_ARRIVED'] },
    }),
  },
  foreignVariables: {
    'Query.webhookDeliveries endpointId': ({ nodes }) => ({ endpointId: String(nodes.WebhookEndpoint) }),
    // Before its endpoint is deleted.
    'Mutation.sendWebhookDeliveryAgain input.deliveryId': ({ nodes }) => ({
      input: { deliveryId: String(nodes.WebhookDelivery) },
    }),
    ...Object.fromEntries(
      onEndpoint.map((operation) => [
        `${operation} input.endpointId`,
        ({ nodes }) => ({ input: { endpointId: String(nodes.WebhookEndpoint) } }),
      ]),
    ),
  },
  auditedElsewhere: [
    'Query.webhookDeliveries', // webhooks.test.ts
    ...onEndpoint,
    'Mutation.sendWebhookDeliveryAgain',
  ],
  once: [
    'Mutation.createWebhookEndpoint',
    'Mutation.deleteWebhookEndpoint',
    'Mutation.rotateWebhookSecret',
    'Mutation.sendWebhookDeliveryAgain',
    'Mutation.sendWebhookTest',
    'Mutation.updateWebhookEndpoint',
  ],
  unversioned: {
    'Mutation.createWebhookEndpoint': 'adds',
    'Mutation.deleteWebhookEndpoint': 'ends',
    'Mutation.pauseWebhookEndpoint': 'one value',
    'Mutation.resumeWebhookEndpoint': 'one value',
    'Mutation.rotateWebhookSecret': 'secret',
    'Mutation.sendWebhookDeliveryAgain': 'state',
    'Mutation.sendWebhookTest': 'adds',
  },
  rights: {
    webhook_endpoints: {
      org: ofStaff,
      support: ofStaff,
      jobs: {
        select: 'all',
        update: 'position nothing_before taken_until failing_since state disabled_reason',
      },
      definer: READ,
    },
    // Staff writes secrets, and reads none.
    webhook_secrets: { org: secretOfStaff, support: secretOfStaff, jobs: READ, definer: READ },
    webhook_deliveries: {
      org: { select: 'all', insert: QUEUED, update: AGAIN },
      support: { select: 'all', insert: QUEUED, update: AGAIN },
      jobs: { select: 'all', insert: QUEUED, update: ATTEMPT },
      auth: { select: 'all', delete: true },
      definer: READ,
    },
  },
  refusedStatements: {
    webhook_endpoints: ['update', 'delete'],
    webhook_secrets: ['update', 'delete'],
    webhook_deliveries: ['update'],
  },
  change: {
    webhook_endpoints: 'failing_since = null',
    webhook_secrets: 'ends_at = now()',
    webhook_deliveries: 'attempts = 1',
  },
  lists: {
    webhookDeliveries: { notCopied: 'no file of it' },
  },
  own: {
    webhook_endpoints: {
      row: (org_id, userId, nth) => ({
        ...endpoint(org_id, `quill${userId}-${nth}`),
        ...{ id: idOf(userId, nth), description: '', state: 'active', version: 1, created_at: '2026-01-15T08:00:00Z' },
      }),
      node: 'WebhookEndpoint',
      whole: true,
    },
    webhook_secrets: {
      row: (org_id, userId, nth) => ({
        ...before(secret(org_id, idOf(userId, nth))),
        created_at: '2026-01-14T08:00:00Z',
      }),
      whole: true,
    },
    webhook_deliveries: {
      row: (org_id, userId, nth) => ({
        ...delivery(org_id, idOf(userId, nth)),
        ...{ message_id: '00000000-0000-4000-8000-000000000001', state: 'failed', next_try_at: null },
        ...{ attempts: 10, error: 'status', status_code: 500, duration_ms: 5, created_at: '2026-01-15T08:00:00Z' },
      }),
      node: 'WebhookDelivery',
      whole: true,
    },
  },
  newRows: (w) => {
    const [ofA, ofB] = [idOf(w.userA, 0), idOf(w.userB, 0)];
    return [
      ['webhook_endpoints', 'a', endpoint(w.a, 'new'), true],
      ['webhook_endpoints', 'limited', endpoint(w.a, 'new'), false],
      ['webhook_endpoints', 'support', endpoint(w.b, 'new'), true],
      ['webhook_endpoints', 'acting', endpoint(w.a, 'new'), true],
      ['webhook_endpoints', 'acting', endpoint(w.b, 'new'), false],
      ['webhook_endpoints', 'a', endpoint(w.b, 'new'), false],
      ['webhook_endpoints', 'c', endpoint(w.a, 'new'), false],
      ['webhook_endpoints', 'anonymous', endpoint(w.a, 'new'), false],
      ['webhook_secrets', 'a', secret(w.a, ofA), true],
      ['webhook_secrets', 'limited', secret(w.a, ofA), false],
      ['webhook_secrets', 'support', secret(w.b, ofB), true],
      ['webhook_secrets', 'acting', secret(w.a, ofA), true],
      ['webhook_secrets', 'acting', secret(w.b, ofB), false],
      ['webhook_secrets', 'a', secret(w.b, ofB), false],
      ['webhook_secrets', 'a', secret(w.a, ofB), false],
      ['webhook_secrets', 'anonymous', secret(w.a, ofA), false],
      ['webhook_deliveries', 'a', delivery(w.a, ofA), true],
      ['webhook_deliveries', 'limited', delivery(w.a, ofA), false],
      ['webhook_deliveries', 'support', delivery(w.b, ofB), true],
      ['webhook_deliveries', 'acting', delivery(w.a, ofA), true],
      ['webhook_deliveries', 'acting', delivery(w.b, ofB), false],
      ['webhook_deliveries', 'jobs', delivery(w.a, ofA), true],
      ['webhook_deliveries', 'a', delivery(w.b, ofB), false],
      ['webhook_deliveries', 'a', delivery(w.a, ofB), false],
      ['webhook_deliveries', 'anonymous', delivery(w.a, ofA), false],
    ];
  },
};
