import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { CheckSendOrgMessageDocument, SendOrgMessageDocument } from '../features/org-messages/gql/OrgMessageForm.ts';
import { FindRecipientsDocument } from '../features/org-messages/gql/recipient.ts';
import { SentOrgMessagesDocument } from '../features/org-messages/gql/SentMessages.ts';
import type { Language } from '../lib/language.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { OrgMessagesPage } from './OrgMessagesPage.tsx';

const support = { ...testViewer, viewerCanSendOrgMessages: true, realtimeKey: 'key' };
const ana = {
  __typename: 'User',
  id: 'VXNlcjo5',
  databaseId: 9,
  firstName: 'Ana',
  lastName: 'Quintero',
  email: 'ana@zebra.test',
  organization: { __typename: 'Organization', id: 'o9', name: 'Zebra Clinic' },
};
const input = (message: string) => ({ userId: ana.id, message });

const recipients: MockLink.MockedResponse = {
  request: { query: FindRecipientsDocument, variables: { search: 'quintero' } },
  maxUsageCount: Infinity,
  result: { data: { orgMessageRecipients: [ana] } },
};
const sent = (...messages: string[]): MockLink.MockedResponse => ({
  request: { query: SentOrgMessagesDocument },
  result: {
    data: {
      orgMessages: {
        __typename: 'OrgMessageConnection',
        edges: messages.map((message, index) => ({
          __typename: 'OrgMessageEdge',
          node: {
            __typename: 'OrgMessage',
            databaseId: 100 - index,
            message,
            createdAt: '2026-03-02T15:04:05.000Z',
            recipient: ana,
            sender: { __typename: 'User', id: 'u1', firstName: 'Sam', lastName: 'Ortiz' },
          },
        })),
      },
    },
  },
});
const userError = (field: string, message: string) => ({ __typename: 'UserError', field, code: 'x', message });
const check = (
  message: string,
  clean: string | null,
  userErrors: ReturnType<typeof userError>[] = [],
): MockLink.MockedResponse => ({
  request: { query: CheckSendOrgMessageDocument, variables: { input: input(message) } },
  result: { data: { checkSendOrgMessage: { __typename: 'CheckSendOrgMessagePayload', message: clean, userErrors } } },
});
const send = (message: string): MockLink.MockedResponse => ({
  request: { query: SendOrgMessageDocument, variables: { input: input(message) } },
  result: {
    data: {
      sendOrgMessage: {
        __typename: 'SendOrgMessagePayload',
        orgMessage: { __typename: 'OrgMessage', databaseId: 101 },
        userErrors: [],
      },
    },
  },
});

const open = (mocks: MockLink.MockedResponse[], options: { viewer?: typeof testViewer; language?: Language } = {}) =>
  renderApp(<OrgMessagesPage />, {
    mocks: [recipients, ...mocks],
    viewer: options.viewer ?? support,
    language: options.language,
  });

async function choose(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.type(screen.getByRole('combobox', { name: /Recipient/ }), 'quintero');
  await user.click(await screen.findByRole('option', { name: /Quintero, Ana/ }));
}
const field = () => screen.getByRole('textbox', { name: /Message/ });
const sendButton = () => screen.getByRole('button', { name: 'Send message' });

describe('writing a message', () => {
  test('finds the recipient, shows a preview, asks, sends, and explains the delivery', async () => {
    const { user } = await open([
      sent(),
      check('<b>Hi</b> Ana<img src=x>', '<b>Hi</b> Ana'),
      send('<b>Hi</b> Ana<img src=x>'),
      sent('<b>Hi</b> Ana'),
    ]);
    await choose(user);
    expect(screen.getByText('Zebra Clinic · ana@zebra.test')).toBeInTheDocument();
    expect(field()).toHaveFocus();
    await user.type(field(), '<b>Hi</b> Ana<img src=x>');
    expect(screen.getByRole('region', { name: 'Preview' }).innerHTML).toContain('<b>Hi</b> Ana');
    expect(screen.getByRole('region', { name: 'Preview' }).querySelector('img')).toBeNull();
    await user.click(sendButton());
    const question = await screen.findByRole('alertdialog', { name: 'Send this message?' });
    expect(question).toHaveTextContent('Quintero, AnaZebra Clinic · ana@zebra.testHi AnaThis cannot be undone.');
    await user.click(within(question).getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText(/^Sent to Ana Quintero\. It is shown if/)).toBeInTheDocument();
    expect(await screen.findByText('Message sent to Ana Quintero')).toBeInTheDocument();
    // The text is gone, so that it is not sent twice; the recipient stays; the list shows the message.
    expect(field()).toHaveValue('');
    expect(await screen.findByText('Ortiz, Sam, 03/02/2026 10:04:05')).toBeInTheDocument();
  });

  test('sends nothing when the user cancels the confirmation', async () => {
    const { user } = await open([sent(), check('Hi', 'Hi')]);
    await choose(user);
    await user.type(field(), 'Hi');
    await user.click(sendButton());
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sendButton()).toBeEnabled());
    expect(field()).toHaveValue('Hi');
    expect(screen.queryByText(/^Sent to/)).not.toBeInTheDocument();
  });

  test('needs a recipient and a text of at most 4000 characters', async () => {
    const { user } = await open([sent()]);
    await user.click(sendButton());
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
    await choose(user);
    await user.click(field());
    await user.paste('x'.repeat(4001));
    await user.click(sendButton());
    expect(await screen.findByText('A message has at most 4,000 characters.')).toBeInTheDocument();
  });

  test('shows a refusal of the server at its field, and a failure as such', async () => {
    const { user } = await open([
      sent(),
      check('a', null, [userError('message', 'The message is empty.')]),
      check('ab', null, [userError('userId', 'This user is not active.')]),
      {
        request: { query: CheckSendOrgMessageDocument, variables: { input: input('abc') } },
        error: new Unreachable(),
      },
    ]);
    await choose(user);
    await user.type(field(), 'a');
    await user.click(sendButton());
    expect(await screen.findByText('The message is empty.')).toBeInTheDocument();
    await user.type(field(), 'b');
    await user.click(sendButton());
    expect(await screen.findByText('This user is not active.')).toBeInTheDocument();
    await user.type(field(), 'c');
    await user.click(sendButton());
    expect(await screen.findByText(/^The server cannot be reached\./)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('lets the user choose another recipient, and says when none is found', async () => {
    const { user } = await open([
      sent(),
      {
        request: { query: FindRecipientsDocument, variables: { search: 'unknown' } },
        result: { data: { orgMessageRecipients: [] } },
      },
    ]);
    await choose(user);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.type(screen.getByRole('combobox', { name: /Recipient/ }), 'unknown');
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
        'No elements found. Consider changing the search query.',
      ),
    );
  });
});

describe('the recipient', () => {
  test('is chosen by keyboard: typed, and selected with Enter, which does not send', async () => {
    const { user } = await open([sent()]);
    await user.type(screen.getByRole('combobox', { name: /Recipient/ }), 'quintero');
    await screen.findByRole('option', { name: /Quintero, Ana/ });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Zebra Clinic · ana@zebra.test')).toBeInTheDocument();
    expect(screen.queryByText('This field is required.')).not.toBeInTheDocument();
  });

  test('is not searched by a single letter', async () => {
    const { user } = await open([sent()]);
    await user.type(screen.getByRole('combobox', { name: /Recipient/ }), 'q');
    expect(screen.getByText('Type at least 2 letters.', { selector: '[role=status]' })).toBeInTheDocument();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });
});

describe('the page', () => {
  test('says who can grant the permission to users without it', async () => {
    await open([], { viewer: { ...support, viewerCanSendOrgMessages: false } });
    expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send message' })).not.toBeInTheDocument();
  });

  test('without a realtime key says that no user would receive a message', async () => {
    await open([sent()], { viewer: { ...support, realtimeKey: null } });
    expect(screen.getByText('No realtime key is configured: no user would receive a message.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send message' })).not.toBeInTheDocument();
    expect(await screen.findByText('No messages have been sent yet.')).toBeInTheDocument();
  });

  test('offers Retry when the sent messages fail to load', async () => {
    const { user } = await open([
      { request: { query: SentOrgMessagesDocument }, result: { errors: [new GraphQLError('x')] } },
      sent('There it is'),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('There it is')).toBeInTheDocument();
  });

  test('is available in Spanish', async () => {
    await open([sent()], { language: 'es' });
    expect(screen.getByRole('heading', { name: 'Mensajes' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Enviar mensaje' })).toBeInTheDocument();
    expect(await screen.findByText('Todavía no se envió ningún mensaje.')).toBeInTheDocument();
  });
});
