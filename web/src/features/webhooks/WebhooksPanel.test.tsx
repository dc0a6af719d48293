import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { SendWebhookDeliveryAgainDocument } from './gql/DeliveryRow.ts';
import {
  DeleteWebhookEndpointDocument,
  PauseWebhookEndpointDocument,
  ResumeWebhookEndpointDocument,
  RotateWebhookSecretDocument,
  SendWebhookTestDocument,
} from './gql/useWebhookActs.ts';
import { WebhookDeliveriesDocument } from './gql/WebhookDeliveries.ts';
import { CreateWebhookEndpointDocument, UpdateWebhookEndpointDocument } from './gql/WebhookDialog.ts';
import { WebhooksPanelDocument } from './gql/WebhooksPanel.ts';
import { WebhooksPanel } from './WebhooksPanel.tsx';

const SECRET = `whsec_${'A'.repeat(43)}=`;
const URL_OF = 'https://receiver.example/hooks';
const endpoint = (change: object = {}) => ({
  __typename: 'WebhookEndpoint',
  id: 'w7',
  databaseId: 7,
  version: 2,
  url: URL_OF,
  description: 'Billing',
  events: ['NIGHT_ARRIVED', 'HAND_OFF_CHANGED'],
  state: 'ACTIVE',
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  ...change,
});
const listed = (...endpoints: object[]) => ({
  request: { query: WebhooksPanelDocument },
  result: { data: { webhookEndpoints: endpoints } },
});
const answers = (query: unknown, field: string, input: object, answer: object) => ({
  request: { query, variables: { input } },
  result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...answer } } },
});
const refusal = (message: string, field = '') => [{ __typename: 'UserError', field, code: 'x', message }];
const open = (mocks: object[], language: Language = 'en') =>
  renderApp(<WebhooksPanel />, { mocks: mocks as never, language });
const button = (name: string) => screen.findByRole('button', { name: `${name}: ${URL_OF}` });

test.each([
  ['en', 'Active', 'A night was recorded', 'A request between organizations changed'],
  ['es', 'Activo', 'Se registró una noche', 'Cambió una solicitud entre organizaciones'],
] as const)('a webhook has its address, state and events in words, in %s', async (language, ...texts) => {
  await open([listed(endpoint())], language);
  const row = (await screen.findByText(URL_OF)).closest('li')!;
  for (const text of ['Billing', ...texts]) expect(row).toHaveTextContent(text);
});

test.each([
  [{ state: 'DISABLED', disabledReason: 'FAILING' }, 'Disabled: every attempt of three days failed.'],
  [{ state: 'DISABLED', disabledReason: 'GONE' }, 'Disabled: the receiver answered that it wants no messages (410).'],
  [{ failingSince: '2026-04-30T16:00:00Z' }, 'Every attempt has failed since 04/30/2026 12:00:00.'],
  [
    { previousSecretUntil: '2026-04-30T16:00:00Z' },
    'Messages are signed with the previous secret too, until 04/30/2026 12:00:00.',
  ],
])('a webhook says what is to know: %j', async (change, text) => {
  await open([listed(endpoint(change))]);
  expect((await screen.findByText(URL_OF)).closest('li')!).toHaveTextContent(text);
});

test('without a webhook the card says so', async () => {
  await open([listed()]);
  expect(await screen.findByText('This organization has no webhooks.')).toBeInTheDocument();
});

test('a new webhook is sent with its events, and its secret is shown once and kept in no cache', async () => {
  const input = { url: URL_OF, description: '', events: ['NIGHT_ARRIVED', 'COMPLIANCE_AT_RISK'] };
  const made = answers(CreateWebhookEndpointDocument, 'createWebhookEndpoint', input, { secret: SECRET });
  const { user, client } = await open([listed(), made, listed(endpoint())]);
  await user.click(await screen.findByRole('button', { name: 'Add Webhook' }));
  const form = await screen.findByRole('dialog', { name: 'Add Webhook' });
  await user.type(within(form).getByRole('textbox', { name: /^Address/ }), URL_OF);
  await user.click(within(form).getByRole('checkbox', { name: /^A night was recorded/ }));
  await user.click(within(form).getByRole('checkbox', { name: /^A patient needs every remaining night/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: `Secret of ${URL_OF}` });
  expect(shown).toHaveTextContent(SECRET);
  expect(within(shown).getByRole('link', { name: 'How to receive webhooks' })).toHaveAttribute(
    'href',
    '/developers/webhooks',
  );
  await user.keyboard('{Escape}');
  expect(await screen.findByText('The secret is not shown again once this is closed.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
  expect(JSON.stringify(client.cache.extract())).not.toContain(SECRET);
  expect(await screen.findByText(URL_OF)).toBeInTheDocument();
});

test('a form without an event, or with an address that the server refuses, says so at the field', async () => {
  const refused = answers(
    CreateWebhookEndpointDocument,
    'createWebhookEndpoint',
    { url: 'https://10.0.0.1/', description: '', events: ['UPLOAD_READ'] },
    { secret: null, userErrors: refusal('This address is of a private network.', 'url') },
  );
  const { user } = await open([listed(), refused]);
  await user.click(await screen.findByRole('button', { name: 'Add Webhook' }));
  const form = await screen.findByRole('dialog', { name: 'Add Webhook' });
  await user.type(within(form).getByRole('textbox', { name: /^Address/ }), 'https://10.0.0.1/');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('Choose at least one event.')).toBeInTheDocument();
  await user.click(within(form).getByRole('checkbox', { name: /^The files of an SD card were read/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('This address is of a private network.')).toBeInTheDocument();
});

test('an edit sends what was changed, with the version that was read', async () => {
  const input = { endpointId: '7', version: 2, events: ['HAND_OFF_CHANGED'] };
  const saved = answers(UpdateWebhookEndpointDocument, 'updateWebhookEndpoint', input, {
    webhookEndpoint: endpoint({ version: 3, events: ['HAND_OFF_CHANGED'] }),
    conflict: null,
  });
  const { user } = await open([listed(endpoint()), saved]);
  await user.click(await button('Edit'));
  const form = await screen.findByRole('dialog', { name: 'Edit Webhook' });
  await user.click(within(form).getByRole('checkbox', { name: /^A night was recorded/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The webhook was saved')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('A night was recorded')).not.toBeInTheDocument());
});

test.each([
  [
    'Send a test',
    SendWebhookTestDocument,
    'sendWebhookTest',
    { webhookDelivery: null },
    'A test is sent within seconds',
  ],
  [
    'Pause',
    PauseWebhookEndpointDocument,
    'pauseWebhookEndpoint',
    { webhookEndpoint: endpoint({ state: 'PAUSED' }) },
    'The webhook was paused: its events wait',
  ],
])('%s says what it did, and what was refused', async (name, query, field, answer, text) => {
  const input = { endpointId: '7' };
  const nothing = Object.fromEntries(Object.keys(answer).map((name) => [name, null]));
  const refused = answers(query, field, input, { ...nothing, userErrors: refusal('Resume it first.') });
  const { user } = await open([listed(endpoint()), refused, answers(query, field, input, answer)]);
  await user.click(await button(name));
  expect(await screen.findByText('Resume it first.')).toBeInTheDocument();
  await user.click(await button(name));
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('a disabled webhook is resumed, and sends no test', async () => {
  const resumed = answers(
    ResumeWebhookEndpointDocument,
    'resumeWebhookEndpoint',
    { endpointId: '7' },
    { webhookEndpoint: endpoint() },
  );
  const { user } = await open([listed(endpoint({ state: 'DISABLED', disabledReason: 'GONE' })), resumed]);
  await button('Resume');
  expect(screen.queryByRole('button', { name: `Send a test: ${URL_OF}` })).not.toBeInTheDocument();
  await user.click(await button('Resume'));
  expect(await screen.findByText('The webhook was resumed: what waits is sent')).toBeInTheDocument();
  expect(await button('Send a test')).toBeInTheDocument();
});

test('a new secret is made after a question, and shown', async () => {
  const made = answers(RotateWebhookSecretDocument, 'rotateWebhookSecret', { endpointId: '7' }, { secret: SECRET });
  const { user } = await open([listed(endpoint()), made, listed(endpoint())]);
  await user.click(await button('New Secret'));
  const question = await screen.findByRole('alertdialog', { name: 'New Secret' });
  expect(question).toHaveTextContent('The present one stays valid for 24 hours');
  await user.click(within(question).getByRole('button', { name: 'New Secret' }));
  expect(await screen.findByRole('dialog', { name: `Secret of ${URL_OF}` })).toHaveTextContent(SECRET);
});

test('a webhook is deleted after a question', async () => {
  const gone = answers(DeleteWebhookEndpointDocument, 'deleteWebhookEndpoint', { endpointId: '7' }, {});
  const { user } = await open([listed(endpoint()), gone, listed()]);
  await user.click(await button('Delete'));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this webhook?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('This organization has no webhooks.')).toBeInTheDocument();
});

test('the log has the state, the answer and the attempts of each delivery, and sends one again', async () => {
  const delivery = (databaseId: number, change: object = {}) => ({
    ...{ __typename: 'WebhookDelivery', id: `d${databaseId}`, databaseId, event: 'night.arrived', state: 'DELIVERED' },
    ...{ attempts: 1, statusCode: 204, durationMs: 31, error: null, nextTryAt: null },
    ...{ lastTriedAt: '2026-04-30T16:00:05Z', createdAt: '2026-04-30T16:00:00Z', ...change },
  });
  const log = (...nodes: object[]) => ({
    request: { query: WebhookDeliveriesDocument, variables: { endpointId: '7', first: 25 } },
    result: {
      data: {
        webhookDeliveries: {
          __typename: 'WebhookDeliveryConnection',
          pageInfo: { __typename: 'PageInfo', hasNextPage: false },
          edges: nodes.map((node) => ({ __typename: 'WebhookDeliveryEdge', node })),
        },
      },
    },
  });
  const failed = { state: 'FAILED', attempts: 10, statusCode: 500, error: 'STATUS' };
  const waiting = { state: 'WAITING', attempts: 0, statusCode: null, durationMs: null, lastTriedAt: null };
  const again = { ...waiting, nextTryAt: '2026-04-30T16:00:00Z' };
  const sent = answers(
    SendWebhookDeliveryAgainDocument,
    'sendWebhookDeliveryAgain',
    { deliveryId: '2' },
    { webhookDelivery: delivery(2, again) },
  );
  const { user } = await open([
    listed(endpoint()),
    log(delivery(1), delivery(2, failed)),
    sent,
    log(delivery(1), delivery(2, again)),
  ]);
  await user.click(await button('Deliveries'));
  const dialog = await screen.findByRole('dialog', { name: `Deliveries to ${URL_OF}` });
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'night.arrivedDelivered04/30/2026 12:00:00 · 1 attempt · Status 204 · 31 ms · Last attempt 04/30/2026 12:00:05Send again',
    'night.arrivedFailed04/30/2026 12:00:00 · 10 attempts · Refused by the receiver · Status 500 · 31 ms · Last attempt 04/30/2026 12:00:05Send again',
  ]);
  await user.click(within(rows[1]!).getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The message is sent again')).toBeInTheDocument();
  await waitFor(() => expect(within(dialog).getAllByRole('button', { name: 'Send again' })).toHaveLength(1));
});
