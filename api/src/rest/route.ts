import type { Context } from '../shared/context.ts';

export interface RestRequest {
  /** Path parameters by their documented names. */
  params: Record<string, string>;
  /** Query: strings, or nested objects for `filters[key][sub]`. */
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  cookieHeader: string | undefined;
  /** The session cookie's value when its session is alive. */
  sessionId: string | null;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** A file in place of a JSON body, written as it is read. */
  stream?: AsyncIterable<string>;
}

/** One documented path. Adapters list theirs; the router serves them and the matrix must know them. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As documented, with {braces}. */
  path: string;
  /** Runs inside one transaction of the viewer: read only for GET and for routes that only check. */
  handler: (ctx: Context, request: RestRequest) => Promise<Reply>;
  /** Writes nothing: a documented check sent as POST or PATCH. */
  readOnly?: boolean;
  /**
   * Everything that may refuse `handler`'s input, writing nothing: what a validate-only (precognition) request runs.
   * `only`: the fields that the caller wants checked, or undefined for all.
   */
  check?: (ctx: Context, request: RestRequest, only: string[] | undefined) => Promise<unknown>;
  /** No transaction is opened: sign-in and the like, for callers without a viewer. */
  guest?: boolean;
  /** For devices at the gateway: they prove themselves in the Authorization header; a session counts for nothing here. */
  device?: boolean;
  /** Changes nothing of the user's: existing clients send it without a token. Another site's page is refused all the same. */
  csrfExempt?: boolean;
  /** Sent by the page on its own: it does not keep an idle session alive. */
  background?: boolean;
}
