import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { kindOfRefusal, noteRefusal, sender } from '../auth/refusals.ts';
import type { Context } from '../shared/context.ts';
import {
  BadHeader,
  BadRequest,
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
} from '../shared/errors.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import { isFull, isTimedOut, isUnavailable, isUnstorable, messageOfTooMany, reporter } from '../rest/errors.ts';
import { userErrorsOf } from './checked.ts';

const KNOWN: [new (...args: never[]) => Error, string, MessageKey][] = [
  [Unauthenticated, 'UNAUTHENTICATED', 'unauthenticated'],
  [Forbidden, 'FORBIDDEN', 'forbidden'],
  [ReauthenticationRequired, 'REAUTHENTICATE', 'reauthenticate'],
  [NotFound, 'NOT_FOUND', 'not_found'],
  [CsrfMismatch, 'CSRF', 'csrf_mismatch'],
  [TooMany, 'TOO_MANY', 'too_many'],
  [Overloaded, 'UNAVAILABLE', 'unavailable'],
  [TooExpensive, 'TOO_EXPENSIVE', 'too_expensive'],
  [BadRequest, 'BAD_REQUEST', 'invalid'],
];

/** Requests whose timeout is in the log. */
const tooLong = new WeakSet<Context['request']>();

/**
 * Returns the thrown error. Resolver errors have a path; errors of the server's own hooks have neither path nor nodes;
 * GraphQL's own errors keep their nodes.
 */
function originalOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError) || !error.originalError) return error;
  return error.path || !error.nodes ? error.originalError : error;
}

/** Returns the seconds after which a request that was refused as too many may be sent again; undefined for others. */
export function retryAfter(error: unknown): number | undefined {
  const original = originalOf(error);
  return original instanceof TooMany ? original.retryAfter : undefined;
}

/** Counts the refusals of an answer: an operation that is refused at many fields is one. */
export function noteErrors(ctx: Context | undefined, errors: readonly unknown[]): void {
  if (!ctx) return;
  const originals = errors.map(originalOf);
  const first = originals.filter(
    (error, index) => originals.findIndex((other) => kindOfRefusal(other) === kindOfRefusal(error)) === index,
  );
  for (const error of first) noteRefusal(ctx.app, sender(ctx), error);
}

/** Whether the transaction of the operation could not be opened, which its first statement reports. */
export const failedToOpen = (error: unknown): boolean =>
  (originalOf(error) as { whileOpening?: boolean } | undefined)?.whileOpening === true;

/**
 * Returns a message of GraphQL without the names that it suggests at its end. Searched from the end: a message also holds
 * what the client sent, and a pattern would read on from each place there that looks like a suggestion.
 */
function withoutSuggestion(message: string): string {
  const at = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1;
  return at < 0 ? message : message.slice(0, at);
}

/**
 * Returns the code of a document that GraphQL refuses: it cannot be read, or it does not match the schema. Only the parser
 * names a place in the text without a node of the document; the limits begin their messages as it does.
 */
const codeOfRefused = ({ nodes, positions }: GraphQLError): string =>
  !nodes && positions ? 'GRAPHQL_PARSE_FAILED' : 'GRAPHQL_VALIDATION_FAILED';

/** Returns the error as a client may see it: its code, and for a fault only the request's id. */
export function publicError(
  formatted: GraphQLFormattedError,
  error: unknown,
  ctx: Context | undefined,
): GraphQLFormattedError {
  const original = originalOf(error);
  const locale = ctx?.locale ?? 'en';
  const at = { path: formatted.path, locations: formatted.locations };
  if (original instanceof TooMany && original.limit) {
    const { retryAfter, limit } = original;
    return {
      message: messageOfTooMany(locale, original),
      ...at,
      extensions: { code: 'TOO_MANY', limit: limit.text, retryAfter },
    };
  }
  if (original instanceof BadHeader)
    return { message: translate(locale, original.text), ...at, extensions: { code: 'BAD_REQUEST' } };
  for (const [kind, code, key] of KNOWN) {
    if (!(original instanceof kind)) continue;
    const text = original instanceof Forbidden || original instanceof Overloaded ? original.reason : key;
    const facts = original instanceof MissingScope ? { scopes: original.scopes } : {};
    return { message: translate(locale, text), ...at, extensions: { code, ...facts } };
  }
  if (original instanceof InvalidInput) {
    const userErrors = userErrorsOf({ locale }, original);
    return { message: userErrors[0]!.message, ...at, extensions: { code: 'BAD_USER_INPUT', userErrors } };
  }
  // Syntax, validation and limit errors come from GraphQL itself. Only the names that it would suggest are ours.
  if (original instanceof GraphQLError) {
    const { code = codeOfRefused(original), cost } = original.extensions;
    return {
      message: withoutSuggestion(original.message),
      ...at,
      extensions: { code, ...(cost === undefined ? {} : { cost }) },
    };
  }
  if (isUnstorable(original))
    return { message: translate(locale, 'invalid'), ...at, extensions: { code: 'BAD_REQUEST' } };
  const where = formatted.path?.join('.') ?? 'graphql';
  const report = ctx && reporter(ctx.app, where, ctx.request.id);
  if (isTimedOut(original)) {
    // The fields behind the first one fail for the same reason.
    if (ctx && !tooLong.has(ctx.request)) report!(original);
    if (ctx) tooLong.add(ctx.request);
    return { message: translate(locale, 'too_expensive'), ...at, extensions: { code: 'TOO_EXPENSIVE' } };
  }
  report?.(original);
  if (isFull(original)) return { message: translate(locale, 'disk_full'), ...at, extensions: { code: 'DISK_FULL' } };
  const code = isUnavailable(original) ? 'UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
  return {
    message: translate(locale, code === 'UNAVAILABLE' ? 'unavailable' : 'server_error'),
    ...at,
    extensions: { code, requestId: ctx?.request.id },
  };
}
