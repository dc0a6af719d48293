import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { toaster } from '../../components/Toaster.tsx';
import type { InboxItemKind } from '../../gql/schema.ts';
import type { Language } from '../../lib/language.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import '../../components/MessageBody.tsx'; // loaded here, so that no test waits for it
import { InboxChangedDocument, OrgMessageDeliveredDocument } from './gql/OrgMessageListener.ts';
import { OrgMessageListener } from './OrgMessageListener.tsx';

const minute = 60_000;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(async () => {
  await act(async () => {
    toaster.remove();
    await jest.advanceTimersByTimeAsync(1000);
  });
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** A message that arrives that many milliseconds after the client started listening. */
const arriving = (delay: number, message: string, userId = testViewer.user.databaseId): MockLink.MockedResponse => ({
  request: { query: OrgMessageDeliveredDocument },
  delay,
  result: {
    data: {
      orgMessageDelivered: {
        __typename: 'OrgMessageDelivery',
        userId,
        hostname: 'api-1',
        eventServerHostname: 'api-2',
        message,
      },
    },
  },
});

/** A change of the inbox after that many milliseconds. */
const changing = (delay: number, added: InboxItemKind | null): MockLink.MockedResponse => ({
  request: { query: InboxChangedDocument },
  delay,
  result: {
    data: {
      inboxChanged: {
        __typename: 'InboxChange',
        added,
        viewer: { __typename: 'Viewer', inboxUnreadCount: 1, newAnnouncements: [] },
      },
    },
  },
});

const listen = (mocks: MockLink.MockedResponse[], options: { realtimeKey?: string | null; language?: Language } = {}) =>
  renderApp(<OrgMessageListener />, {
    mocks: [...mocks, changing(24 * 60 * minute, null)],
    viewer: { ...testViewer, realtimeKey: options.realtimeKey === undefined ? 'key' : options.realtimeKey },
    language: options.language,
  });
const toast = () => screen.queryByRole('status');

describe('a message', () => {
  test('is a success toast with the lines of the three servers, followed by the message as HTML', async () => {
    await listen([
      arriving(0, '<p>Please <b>update</b> the<br>firmware: <a href="https://example.test/fw">guide</a></p>'),
    ]);
    await pass(100);
    // Its region is loaded with the first message.
    await pass(100);
    const shown = toast()!;
    expect(shown).toHaveAttribute('data-type', 'success');
    expect(shown.textContent).toBe(
      'New messageWeb server: localhostOrigin server: api-1Event server: api-2Please update thefirmware: guide',
    );
    expect(within(shown).getByText('update').tagName).toBe('B');
    const link = within(shown).getByRole('link', { name: 'guide' });
    expect(link).toHaveAttribute('href', 'https://example.test/fw');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('is shown in Spanish to a user whose language is Spanish', async () => {
    await listen([arriving(0, 'Hola')], { language: 'es' });
    await pass(100);
    expect(toast()!.textContent).toBe(
      'Nuevo mensajeServidor web: localhostServidor de origen: api-1Servidor de eventos: api-2Hola',
    );
  });

  test('closes by itself after 5000 ms', async () => {
    await listen([arriving(0, 'Hello')]);
    await pass(100);
    expect(toast()).toHaveAttribute('data-state', 'open');
    await pass(4800);
    expect(toast()).toHaveAttribute('data-state', 'open');
    await pass(1000);
    expect(toast()).not.toBeInTheDocument();
  });

  test('to another user is ignored', async () => {
    await listen([arriving(0, 'not yours', testViewer.user.databaseId + 1)]);
    await pass(1000);
    expect(toast()).not.toBeInTheDocument();
  });

  test('is sanitized again before it is shown, whatever the server allowed', async () => {
    await listen([
      arriving(
        0,
        '<img src=x onerror="alert(1)"><script>alert(1)</script><b onclick="alert(1)">text</b><form><input></form><a href="javascript:alert(1)">link</a>',
      ),
    ]);
    await pass(100);
    const shown = toast()!;
    expect(shown.querySelector('img, script, form, input, [onclick], [onerror]')).toBeNull();
    expect(within(shown).getByText('link')).not.toHaveAttribute('href');
    expect(within(shown).getByText('text').outerHTML).toBe('<b>text</b>');
  });
});

describe('a change of the inbox', () => {
  test('shows a settings change that was not delivered as an error, without the patient', async () => {
    await listen([arriving(60 * minute, 'later'), changing(0, 'SETTINGS_FAILED')]);
    await pass(100);
    expect(toast()).toHaveAttribute('data-type', 'error');
    expect(toast()!.textContent).toBe('Your settings change was not deliveredOpen the inbox to see the patient.');
  });

  test.each<InboxItemKind | null>(['MESSAGE', 'SETTINGS_DELIVERED', null])('of %s shows no toast', async (added) => {
    await listen([arriving(60 * minute, 'later'), changing(0, added)]);
    await pass(1000);
    expect(toast()).not.toBeInTheDocument();
  });
});

describe('listening', () => {
  test('continues until 30 minutes have passed', async () => {
    await listen([arriving(30 * minute - 1000, 'just in time')]);
    await pass(30 * minute - 500);
    expect(screen.getByText('just in time')).toBeInTheDocument();
  });

  test('ends after 30 minutes and is not renewed', async () => {
    const shown = jest.spyOn(toaster, 'success');
    // A second answer is ready in case the client subscribes again.
    await listen([arriving(30 * minute + 1000, 'too late'), arriving(0, 'renewed')]);
    await pass(30 * minute);
    await pass(60 * minute);
    expect(shown).not.toHaveBeenCalled();
    shown.mockRestore();
  });

  test('does not start without a realtime key', async () => {
    await listen([arriving(0, 'no one listens')], { realtimeKey: null });
    await pass(1000);
    expect(toast()).not.toBeInTheDocument();
  });

  test('that fails is only logged', async () => {
    expectConsoleError(/Messages are not listened for: the line is down/);
    const logged = jest.spyOn(console, 'error');
    await listen([{ request: { query: OrgMessageDeliveredDocument }, error: new Error('the line is down') }]);
    await pass(1000);
    expect(logged.mock.calls.map(String).filter((line) => line.startsWith('Messages'))).toEqual([
      'Messages are not listened for:,the line is down',
    ]);
    expect(toast()).not.toBeInTheDocument();
    logged.mockRestore();
  });
});
