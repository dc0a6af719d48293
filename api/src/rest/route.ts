import type { AnyObjectSchema } from 'yup';
import type { Context } from '../shared/context.ts';
import type { ReceivedFiles } from '../shared/file-store.ts';
import type { AcceptedFiles } from './upload.ts';

export interface RestRequest {
  /** The operation by its name in the matrix. */
  operation: string;
  /** HEAD: only the headers of the answer are sent. */
  isHead: boolean;
  /** Path parameters by their documented names. */
  params: Record<string, string>;
  /** Query: strings, or nested objects for `filters[key][sub]`. */
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The bytes of the file of a route with `upload`; `body` has their SHA-256 in its place. */
  file?: Buffer;
  /** The files of a route with `upload.stored`, which are removed after the answer unless the service kept them. */
  files?: ReceivedFiles;
  /** Scheme and host at which the client asked, for links to other pages. */
  origin: string;
  cookieHeader: string | undefined;
  /** For the one path that takes credentials of OAuth in it. */
  authorization: string | undefined;
  /** What the client prefers of the answer (RFC 7240). */
  prefer: string | undefined;
  /** Value of the session cookie when its session is alive. */
  sessionId: string | null;
  /** Aborts when the answer is over, or its client gone. */
  gone: AbortSignal;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** A file instead of a JSON body, streamed while it is read. */
  stream?: AsyncGenerator<Buffer>;
  /** Id of the row that the body shows, from which a repeat of the request is answered. */
  subject?: number;
}

/** One documented path. Adapters list theirs; the router serves them, and the matrix must contain each. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As documented, with {braces}. */
  path: string;
  /** Runs inside one transaction of the viewer, which is read-only for GET and for routes that only check. */
  handler: (ctx: Context, request: RestRequest) => Promise<Reply>;
  /** True for a documented check sent as POST or PATCH, which writes nothing. */
  readOnly?: boolean;
  /**
   * Answers a repeat of a request that is carried out once (auth/operation.ts): the reply of `handler`, read again for
   * its `subject`, or NotFound.
   */
  again?: (ctx: Context, subject: number) => Promise<Reply>;
  /**
   * Runs every check of `handler`'s input without writing: a validate-only (precognition) request calls it. `only`: the
   * fields to check, or undefined for all.
   */
  check?: (ctx: Context, request: RestRequest, only: string[] | undefined) => Promise<unknown>;
  /**
   * What `/openapi.json` says of the body: the rules that the service applies, the names of their fields in it, and those
   * fields that the service fills in when they are missing.
   */
  body?: { rules: AnyObjectSchema; names?: Record<string, string>; filledIn?: readonly string[] };
  /** What `/openapi.json` says of a path whose answers are of another media type, and of what it is asked with. */
  media?: { type: string; parameters?: readonly { name: string; text: string }[] };
  /** No transaction is opened: for sign-in and other routes whose callers have no viewer. */
  guest?: boolean;
  /** Takes a form with a file (multipart/form-data); other routes refuse it. */
  upload?: AcceptedFiles;
  /** For devices at the gateway, which authenticate in the Authorization header; sessions are ignored. */
  device?: boolean;
  /**
   * Changes no user data, and existing clients send it without a token. Requests from other sites' pages are still
   * refused.
   */
  csrfExempt?: boolean;
  /** Sent by the page by itself: it does not keep an idle session alive. */
  background?: boolean;
}
