import { answered } from './answered.ts';
import { reach } from './reach.ts';
import { socketId } from './socketId.ts';

const cookiePattern = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/;

/** Returns the CSRF token of this session, or null when the server has not set the cookie yet. */
export function csrfToken(): string | null {
  const value = cookiePattern.exec(document.cookie)?.[1];
  return value ? decodeURIComponent(value) : null;
}

async function renewToken(): Promise<void> {
  const answer = await reach('/csrf-token', {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    credentials: 'same-origin',
  });
  // Only the cookie is needed; an unread body would keep one of the browser's six connections.
  await answer.text();
}

function withHeaders(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('X-Requested-With', 'XMLHttpRequest');
  // Without a session the server answers in the requested language: the page's, not the browser's.
  if (document.documentElement.lang) headers.set('Accept-Language', document.documentElement.lang);
  const token = csrfToken();
  if (token) headers.set('X-XSRF-TOKEN', token);
  const socket = socketId();
  if (socket) headers.set('X-Socket-Id', socket);
  return { ...init, headers, credentials: 'same-origin' };
}

/**
 * `fetch` with the headers of every request of the client (document 000, section 1). Gets a token first when there is
 * none, and once more after a 419 (token expired), then repeats the request once.
 */
export const csrfFetch: typeof fetch = async (input, init = {}) => {
  if (!csrfToken()) await renewToken();
  let answer = await reach(input, withHeaders(init));
  if (answer.status === 419) {
    await renewToken();
    answer = await reach(input, withHeaders(init));
  }
  if (answer.ok) answered();
  return answer;
};
