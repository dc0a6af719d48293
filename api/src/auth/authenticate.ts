import type { IncomingHttpHeaders } from 'node:http';
import { Context, type App } from '../shared/context.ts';
import { CsrfMismatch, ForeignSite, Unauthenticated, WrongCredentials } from '../shared/errors.ts';
import { preferredLocale } from '../shared/messages.ts';
import { findTokenViewer, proofOf, type Proof } from './bearer.ts';
import { csrfMatches, readDeviceCookie, readSessionId } from './cookies.ts';
import { findSession, livingSessions, touchSession } from '../sign-in/session-read.ts';
import type { SessionStage, SessionTimes, Viewer } from './viewer.ts';

export interface Incoming {
  /** Of the request, in its answer and in the log. */
  id: string;
  method: string;
  headers: IncomingHttpHeaders;
  ip: string;
  setCookie: (cookie: string) => void;
  emptyBrowser?: () => void;
}

/**
 * Returns the context of a request. A session without its second factor counts as no session; a token that is not valid
 * is refused (Unauthenticated), also where a guest is not. `background`: the user did not trigger the request (a
 * token's keep-alive, a socket), so it does not keep an idle session alive; nor does one by which a page that is only
 * looked at reads again (X-Purpose: poll).
 */
export async function createContext(app: App, incoming: Incoming, { background = false } = {}): Promise<Context> {
  const proof = proofOf(app.config, incoming.headers);
  const isByItself = background || incoming.headers['x-purpose'] === 'poll';
  const {
    viewer,
    sessionAlive,
    times,
    pending = null,
  } = proof?.kind === 'bearer' ? await ofToken(app, proof) : await ofSession(app, proof?.hash ?? null, isByItself);
  const request = {
    id: incoming.id,
    ip: incoming.ip,
    userAgent: String(incoming.headers['user-agent'] ?? ''),
    idempotencyKey: incoming.headers['idempotency-key']?.toString() ?? null,
    isAhead: incoming.headers['x-purpose'] === 'prefetch',
    sessionHash: proof?.hash ?? null,
    sessionAlive,
    sessionTimes: viewer && times,
    isBearer: proof?.kind === 'bearer',
    mayCommit: async () => proof?.kind !== 'bearer' || (await livingSessions(app, [proof.hash!])).length > 0,
    pending,
    deviceCookie: readDeviceCookie(app.config, incoming.headers.cookie),
    setCookie: incoming.setCookie,
    emptyBrowser: incoming.emptyBrowser,
  };
  return new Context(
    app,
    request,
    viewer,
    viewer?.facts.locale ?? preferredLocale(incoming.headers['accept-language']),
  );
}

interface Found {
  viewer: Viewer | null;
  sessionAlive: boolean;
  times: SessionTimes | null;
  /** The user of a session without its second factor. */
  pending?: { stage: SessionStage; viewer: Viewer } | null;
}

async function ofSession(app: App, hash: Buffer | null, background: boolean): Promise<Found> {
  const session = hash && (await findSession(app, hash));
  if (session && !background) await touchSession(app, hash, session.times.secondsIdle);
  const viewer = session?.stage === 'full' ? session.viewer : null;
  const pending = session && !viewer ? { stage: session.stage, viewer: session.viewer } : null;
  return { viewer, sessionAlive: session !== null, times: session && session.times, pending };
}

async function ofToken(app: App, { hash }: Proof): Promise<Found> {
  const viewer = hash && (await findTokenViewer(app, hash));
  if (!viewer) throw new WrongCredentials('token');
  return { viewer, sessionAlive: false, times: null };
}

/** Returns the user of a request that goes on, with their rights of now; null when their session or token has ended. */
export async function currentViewer({ app, request: { sessionHash, isBearer } }: Context): Promise<Viewer | null> {
  if (!sessionHash) return null;
  if (isBearer) return findTokenViewer(app, sessionHash);
  return (await ofSession(app, sessionHash, true)).viewer;
}

/**
 * Requires proof that our own page sent a request that may change something (requirement S-5): a CSRF token bound to
 * the session, X-Requested-With, and our own Origin where the browser sends one. Throws CsrfMismatch. Signed-in routes
 * check the session first, so that an expired session returns 401 and not 419. A token is proof enough: no browser sends
 * it by itself.
 */
export function assertSameOrigin(
  app: App,
  incoming: Incoming,
  options: { signedIn: boolean; isBearer: boolean; guestAllowed: boolean },
): void {
  if (options.isBearer) return;
  if (!options.signedIn && !options.guestAllowed) throw new Unauthenticated();
  const { headers } = incoming;
  const token = decoded(String(headers['x-csrf-token'] ?? headers['x-xsrf-token'] ?? ''));
  // The cookie of an ended session counts as none: it must not keep a guest from signing in.
  const sessionId = options.signedIn ? readSessionId(app.config, headers.cookie) : null;
  if (!csrfMatches(app.config, sessionId, token, headers.cookie)) throw new CsrfMismatch();
  if (String(headers['x-requested-with'] ?? '').toLowerCase() !== 'xmlhttprequest') throw new CsrfMismatch();
  if (!isOwnSite(app, headers)) throw new CsrfMismatch('origin');
}

/** For requests without a token: throws ForeignSite when the browser reports that another site's page sent it. */
export function assertOwnSite(app: App, headers: IncomingHttpHeaders): void {
  if (!isOwnSite(app, headers)) throw new ForeignSite();
}

/** Whether no header (Sec-Fetch-Site, Origin) shows that another site's page sent the request. */
function isOwnSite(app: App, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return (site === undefined || site === 'same-origin' || site === 'none') && isOwnOrigin(app, headers);
}

/** Whether the Origin header, if present, names the requested host, and TLS if our own address uses it. */
export function isOwnOrigin(app: App, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  return from?.host === host && (from?.protocol === 'https:' || !app.config.publicUrl.startsWith('https:'));
}

/** Clients send the token as it is in the cookie, percent-encoded, or decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
