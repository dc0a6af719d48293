import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { answered } from '../../lib/answered.ts';
import { csrfFetch } from '../../lib/csrf.ts';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { isSessionOver, sessionRenewed } from '../../lib/sessionGuard.ts';
import { trackWork } from '../../lib/unsavedWork.ts';
import { Channel, openChannel } from '../../testing/channel.ts';
import { fakeServer, json } from '../../testing/fakeServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './ActivityCheck.tsx';
import { SessionEnd } from './SessionEnd.tsx';

const server = fakeServer();
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
let secondsLeft: number | null;
let extendable: boolean;
let closeChannel: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  closeChannel = openChannel();
  sessionStorage.clear();
  reload.mockClear();
  secondsLeft = 1800;
  extendable = true;
  server.answer = ({ url }) =>
    url === '/csrf-token' ? json(200, { token: 't', seconds_left: secondsLeft, extendable }) : json(200, {});
});
afterEach(() => {
  jest.useRealTimers();
  closeChannel();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const asked = () => server.calls.filter(({ url }) => url === '/csrf-token').length;

async function open(language: Language = 'en') {
  const view = await renderApp(<SessionEnd />, { language });
  return { ...view, channel: Channel.tabs[0]! };
}
/** A call of the page that the server answered; the keep-alive behind it. */
async function call() {
  act(answered);
  await pass(0);
}
const question = () => screen.queryByRole('alertdialog', { name: 'Are you still there?' });
const button = (name: string) => screen.getByRole('button', { name });
/** user-event waits for timers that stand still here. */
const click = async (element: HTMLElement) => {
  act(() => element.click());
  await pass(0);
};

describe('the keep-alive', () => {
  test('follows a successful call, once in 2000 ms, and each time sends stay to the other tabs', async () => {
    const { channel } = await open();
    expect(channel.name).toBe('user_activity');
    expect(asked()).toBe(0);
    await call();
    expect([asked(), channel.sent]).toEqual([1, ['stay']]);
    await call();
    await call();
    await pass(1999);
    expect(asked()).toBe(1);
    await pass(1);
    expect([asked(), channel.sent]).toEqual([2, ['stay', 'stay']]);
    await pass(60_000);
    expect(asked()).toBe(2);
  });

  test('follows no failed call, and no keep-alive', async () => {
    await open();
    const answer = server.answer;
    server.answer = (one) => (one.url === '/csrf-token' ? answer(one) : json(500, {}));
    await csrfFetch('/api/things');
    await pass(5000);
    expect(asked()).toBe(0);
    server.answer = answer;
    await csrfFetch('/api/things');
    await pass(10_000);
    expect(asked()).toBe(1);
  });

  test('that finds no session sends no stay', async () => {
    const { channel } = await open();
    secondsLeft = null;
    await call();
    expect(channel.sent).toEqual([]);
  });
});

describe('the question', () => {
  test('is asked two minutes before the end, with a countdown, and not before', async () => {
    await open();
    secondsLeft = 121;
    await call();
    expect(question()).toBeNull();
    secondsLeft = 120;
    await pass(1000);
    expect(question()).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent('2:00');
    await pass(61_000);
    expect(screen.getByRole('timer')).toHaveTextContent('0:59');
  });

  test('asks the server first: the user may be active in another tab', async () => {
    await open();
    await call();
    await pass(1_680_000 - 1);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
    expect(question()).toBeNull();
  });

  test('"Stay signed in" sends a request of the user, closes the question, and that of the other tabs', async () => {
    const { channel } = await open();
    secondsLeft = 100;
    await call();
    secondsLeft = 1800;
    await click(button('Stay signed in'));
    await pass(2000);
    expect(server.calls.map(({ url }) => url)).toEqual(['/csrf-token', '/api/user', '/csrf-token']);
    expect(channel.sent).toEqual(['stay', 'stay']);
    expect(question()).toBeNull();
  });

  test('stays, with a reason, when the server cannot be reached', async () => {
    await open();
    secondsLeft = 100;
    await call();
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await click(button('Stay signed in'));
    expect(screen.getByRole('alert')).toHaveTextContent('The portal could not be reached. Try again.');
    expect(question()).toBeInTheDocument();
  });

  test('closes when another tab says that the user stays', async () => {
    await open();
    secondsLeft = 100;
    await call();
    expect(question()).toBeInTheDocument();
    secondsLeft = 1800;
    await act(async () => new Channel('user_activity').postMessage('stay'));
    await pass(0);
    expect(question()).toBeNull();
  });

  test('in Spanish', async () => {
    await open('es');
    secondsLeft = 100;
    await call();
    expect(screen.getByRole('alertdialog', { name: '¿Sigue ahí?' })).toHaveTextContent('1:40');
  });
});

describe('the end', () => {
  test('reloads a page without unsaved input, as soon as the server has no session', async () => {
    await open();
    secondsLeft = 90;
    await call();
    secondsLeft = null;
    await pass(89_999);
    expect(reload).not.toHaveBeenCalled();
    await pass(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('keeps a page with unsaved input, for the same user to sign in again', async () => {
    const untrack = trackWork(() => 'dirty');
    await open();
    secondsLeft = 90;
    await call();
    expect(screen.getByText(/What you entered stays on this page/)).toBeInTheDocument();
    secondsLeft = null;
    await pass(90_000);
    expect([isSessionOver(), reload.mock.calls.length]).toEqual([true, 0]);
    expect(question()).toBeNull();
    untrack();
    act(sessionRenewed);
  });

  test('does not come because of an answer from before the user signed in again', async () => {
    await open();
    const late = Promise.withResolvers<Response>();
    server.answer = () => late.promise;
    await call();
    act(sessionRenewed);
    await act(async () => late.resolve(json(200, { token: 't', seconds_left: null, extendable })));
    await pass(0);
    expect(reload).not.toHaveBeenCalled();
  });

  test('comes at once when the user signs out in another tab', async () => {
    await open();
    await call();
    secondsLeft = null;
    await act(async () => new Channel('user_activity').postMessage('over'));
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('comes without an answer too: nothing of the session stays on the screen longer than the session', async () => {
    await open();
    secondsLeft = 30;
    await call();
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await pass(29_999);
    expect(reload).not.toHaveBeenCalled();
    await pass(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not come because of one lost answer', async () => {
    await open();
    await call();
    const answer = server.answer;
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await pass(1_680_000);
    server.answer = answer;
    await pass(5000);
    expect(reload).not.toHaveBeenCalled();
    expect(question()).toBeNull();
  });

  test('of the 12 hours cannot be moved: the user sees it once and continues until then', async () => {
    await open();
    secondsLeft = 110;
    extendable = false;
    await call();
    expect(screen.getByRole('alertdialog', { name: 'Your session ends soon' })).toHaveTextContent('1:50');
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await click(button('Continue until then'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    secondsLeft = 107;
    await pass(3000);
    await call();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
