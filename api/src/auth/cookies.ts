import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../shared/config.ts';

const CSRF_COOKIE = 'XSRF-TOKEN';
const DEVICE_SECONDS = 180 * 24 * 60 * 60;
const LIFETIME_SECONDS = 120 * 60; // expected of XSRF-TOKEN by existing clients; the server enforces the session's own limits

const isSecure = (config: Config) => config.publicUrl.startsWith('https:');

/**
 * `__Host-` binds the cookie to this host and to TLS. Plain HTTP (a trial on localhost) does not support the prefix.
 */
const sessionName = (config: Config) => (isSecure(config) ? '__Host-airlog' : 'airlog_session');

const deviceName = (config: Config) => (isSecure(config) ? '__Host-airlog-device' : 'airlog_device');

const sign = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(`csrf:${value}`).digest('base64url');

const isSigned = (config: Config, value: string, signature: string): boolean =>
  config.sessionSecrets.some((secret) => equal(signature, sign(secret, value)));

/** Returns the session id in the request, if any. */
export function readSessionId(config: Config, header: string | undefined): string | null {
  return parseCookie(header ?? '')[sessionName(config)] ?? null;
}

/** Returns the CSRF token of a session, or a signed random value for a guest. */
export function csrfToken(config: Config, sessionId: string | null): string {
  if (sessionId) return sign(config.sessionSecret, sessionId);
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}.${sign(config.sessionSecret, nonce)}`;
}

/** Whether a token belongs to the session, or, for a guest, was issued here and equals the cookie. */
export function csrfMatches(
  config: Config,
  sessionId: string | null,
  token: string | undefined,
  cookieHeader: string | undefined,
): boolean {
  if (!token) return false;
  if (sessionId) return isSigned(config, sessionId, token);
  const [nonce, signature] = token.split('.');
  return (
    Boolean(nonce && signature) &&
    isSigned(config, nonce!, signature!) &&
    parseCookie(cookieHeader ?? '')[CSRF_COOKIE] === token
  );
}

/** Whether two texts are equal, compared in a time that does not depend on where they differ. */
export function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** XSRF-TOKEN is readable by the page, which sends it back as a header. */
export function csrfCookie(config: Config, token: string): string {
  return stringifySetCookie({
    name: CSRF_COOKIE,
    value: token,
    path: '/',
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: LIFETIME_SECONDS,
  });
}

/** Returns the CSRF token in the request's cookie. */
export function readCsrfCookie(header: string | undefined): string | undefined {
  return parseCookie(header ?? '')[CSRF_COOKIE];
}

/** Returns the cookies of a new session. */
export function sessionCookies(config: Config, id: string): string[] {
  return [
    stringifySetCookie({
      name: sessionName(config),
      value: id,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(config),
    }),
    csrfCookie(config, csrfToken(config, id)),
  ];
}

/** Returns what a browser says of the accounts that it is known to (known-device.ts), if anything. */
export function readDeviceCookie(config: Config, header: string | undefined): string | null {
  return parseCookie(header ?? '')[deviceName(config)] ?? null;
}

/** Returns the cookie of a known device. It stays when the session ends, and opens nothing by itself. */
export function deviceCookie(config: Config, value: string): string {
  return stringifySetCookie({
    name: deviceName(config),
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: DEVICE_SECONDS,
  });
}

/**
 * The value of Clear-Site-Data at the end of a session: what the browser stored of it, and pages that Back would show. Not
 * "cookies": the sign-in page needs those of the known device and of CSRF.
 */
export const EMPTY_BROWSER = '"cache", "storage"';

/** Returns the cookies that end a session in the browser. */
export function clearedCookies(config: Config): string[] {
  return [sessionName(config), CSRF_COOKIE].map((name) =>
    stringifySetCookie({ name, value: '', path: '/', maxAge: 0, sameSite: 'lax', secure: isSecure(config) }),
  );
}
