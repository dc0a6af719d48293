import { CANCELED } from '../db/deadline.ts';
import { isLost } from '../db/lost.ts';
import type { App } from '../shared/context.ts';
import {
  answeredRefusals,
  AuditFull,
  BadHeader,
  BadRequest,
  ClientGone,
  CsrfMismatch,
  Forbidden,
  InvalidInput,
  MissingScope,
  NotFound,
  Overloaded,
  ReauthenticationRequired,
  TooExpensive,
  TooMany,
  Unauthenticated,
  WrongCredentials,
  type Refusal,
} from '../shared/errors.ts';
import { translate, type Locale } from '../shared/messages.ts';
import type { Reply } from './route.ts';

/**
 * Returns `{ message, errors }` of a 422 as existing clients read it: the first message, with the number of the others.
 */
export function validationBody(refusals: Refusal[], locale: Locale, facts: object = {}) {
  // Without a prototype: a field may have the name of a method of every object.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const { field, message, values } of answeredRefusals(refusals))
    (errors[field] ??= []).push(translate(locale, message, values));
  const { message, values } = refusals[0]!;
  const others = refusals.length - 1;
  const suffix =
    others === 0 ? '' : ` ${translate(locale, others === 1 ? 'errors.one_more' : 'errors.more', { count: others })}`;
  return { message: `${translate(locale, message, values)}${suffix}`, errors, code: refusals[0]!.code, ...facts };
}

const TOO_EXPENSIVE: Refusal = { field: '', code: 'too_expensive', message: 'too_expensive' };

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Returns what the user reads: the limit, and when there is more. Hours from two of them on. */
export function messageOfTooMany(locale: Locale, { limit, retryAfter }: TooMany): string {
  if (!limit) return translate(locale, 'too_many');
  const minutes = Math.ceil(retryAfter / MINUTE_SECONDS);
  const until =
    minutes === 1
      ? translate(locale, 'limit.minute')
      : retryAfter < 2 * HOUR_SECONDS
        ? translate(locale, 'limit.minutes', { minutes })
        : translate(locale, 'limit.hours', { hours: Math.ceil(retryAfter / HOUR_SECONDS) });
  return `${translate(locale, limit.text, { max: limit.max })} ${until}`;
}

/**
 * Returns the response to an error, in the conventions of the documented API. Faults are logged with the request's id
 * and never shown.
 */
export function replyOf(error: unknown, locale: Locale, report: (error: unknown) => void): Reply {
  const say = (status: number, key: Parameters<typeof translate>[1], headers?: Record<string, string>): Reply => ({
    status,
    body: { message: translate(locale, key) },
    headers,
  });
  if (error instanceof ClientGone) return { status: 499 };
  if (error instanceof InvalidInput) return { status: 422, body: validationBody(error.refusals, locale, error.facts) };
  if (error instanceof Unauthenticated) return say(401, 'unauthenticated', challengeOf(error));
  if (error instanceof MissingScope)
    return {
      status: 403,
      body: { message: translate(locale, error.reason), scopes: error.scopes },
      headers: challengeOf(error),
    };
  if (error instanceof Forbidden) return say(403, error.reason);
  if (error instanceof ReauthenticationRequired)
    return { status: 423, body: { message: translate(locale, 'reauthenticate'), code: 'REAUTHENTICATE' } };
  if (error instanceof NotFound) return say(404, 'not_found');
  if (error instanceof CsrfMismatch) return say(419, 'csrf_mismatch');
  if (error instanceof TooMany)
    return {
      status: 429,
      body: { message: messageOfTooMany(locale, error) },
      headers: { 'Retry-After': String(error.retryAfter) },
    };
  if (error instanceof Overloaded) return say(503, error.reason, { 'Retry-After': String(error.retryAfter) });
  if (isTimedOut(error)) report(error);
  if (error instanceof TooExpensive || isTimedOut(error))
    return { status: 422, body: validationBody([TOO_EXPENSIVE], locale) };
  if (error instanceof BadHeader) return say(error.status, error.text);
  if (error instanceof BadRequest) return { status: error.status, body: { message: error.message } };
  if (isUnstorable(error)) return say(400, 'invalid');
  report(error);
  if (isFull(error)) return say(507, 'disk_full');
  if (isUnavailable(error)) return say(503, 'unavailable', { 'Retry-After': '2' });
  return say(500, 'server_error');
}

/**
 * Returns the header that says how a client proves who it is (RFC 6750, section 3): by a bearer token, and what is wrong
 * with the one that it sent. Devices have proofs of their own.
 */
function challengeOf(error: Unauthenticated | MissingScope): Record<string, string> {
  if (error instanceof WrongCredentials && error.of === 'device') return {};
  const wrong =
    error instanceof MissingScope
      ? ` error="insufficient_scope"${error.scopes.length > 0 ? `, scope="${error.scopes.join(' ')}"` : ''}`
      : error instanceof WrongCredentials
        ? ' error="invalid_token"'
        : '';
  return { 'WWW-Authenticate': `Bearer${wrong}` };
}

/** PostgreSQL cannot store a NUL character, and the driver's error message ends at it: a client error, not a fault. */
export function isUnstorable(error: unknown): boolean {
  return ['22021', '22P05', '08P01'].includes((error as { code?: string }).code ?? '');
}

/** The disk or the bucket of the files is full (shared/file-store.ts): none of the request was stored. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');

/** The bucket of the files cannot be reached (shared/file-store.ts). */
const STORAGE_UNAVAILABLE = 'STORAGE_UNAVAILABLE';

/** The database ended a statement that took too long: the same request would take as long again. */
export const isTimedOut = (error: unknown): boolean => (error as { code?: string }).code === CANCELED;

/** The database or the bucket is unreachable or overloaded: nothing was done, and the client may retry soon. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AuditFull || isLost(error) || (error as { code?: string }).code === STORAGE_UNAVAILABLE;

/** Logs a fault with the request's id, and reports to the node what it means; a request that took too long is a warning. */
export function reporter(app: Pick<App, 'log' | 'availability'>, where: string, requestId?: string) {
  return (error: unknown) => {
    const fields = { err: error, requestId, where };
    if (isTimedOut(error)) return app.log.warn(fields, 'request too expensive');
    app.availability.noteFault(error);
    app.log.error(fields, 'request failed');
  };
}
