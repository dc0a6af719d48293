import type { SessionStage, SessionTimes, Viewer } from '../auth/viewer.ts';

/** What is left of the points of a token, for the headers of the answer. */
export interface BudgetState {
  limit: number;
  remaining: number;
  /** Time at which all have come back, when no more are spent, in seconds since 1970. */
  resetsAt: number;
  /** Points that this request has spent. */
  spent: number;
}

/** The transport's data about one request. */
export interface RequestInfo {
  id: string;
  ip: string;
  userAgent: string;
  /** The client's own id of the request, as it was sent (auth/request-ids.ts). */
  idempotencyKey?: string | null;
  /** True when the client reads what the user has not opened yet (decisions/050). */
  isAhead?: boolean;
  /** SHA-256 of the session cookie or of the token, when there is one. */
  sessionHash: Buffer | null;
  /** True when the cookie's session is alive, with or without its second factor. */
  sessionAlive: boolean;
  /** How old the session of a signed-in user was when the request arrived. */
  sessionTimes?: SessionTimes | null;
  /** True when the request has a token instead of a session (auth/bearer.ts). */
  isBearer?: boolean;
  /** Whether a change may still be made: a token that was revoked while its request ran changes nothing. */
  mayCommit?: () => Promise<boolean>;
  /** The user of a session without its second factor, for the operations of the second factor only. */
  pending?: { stage: SessionStage; viewer: Viewer } | null;
  /** What the browser says of the accounts that it is known to (sign-in/known-device.ts). */
  deviceCookie?: string | null;
  setCookie: (cookie: string) => void;
  /** Lets the answer empty the browser, at the end of a session; absent where the client is no browser. */
  emptyBrowser?: () => void;
}
