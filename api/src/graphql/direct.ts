import type { Request, Response } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../shared/context.ts';
import { isRecord } from '../shared/record.ts';
import { byLevel, dataOf, type Plan } from './fast/by-level.ts';
import { begin, end, extensionsOf, type Asked } from './operation.ts';

/** Texts that are kept: more than the documents of the page. */
const MAX_KNOWN = 1000;
const MAX_LENGTH = 10_000;
/** What a client may accept. One that names a callback is Apollo's. */
const MEDIA_TYPES = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];
const OTHER_TYPE = /callbackspec/i;
/** What Apollo reads of a body, but for `extensions`, which may be a persisted query. */
type Body = Partial<Record<'query' | 'operationName' | 'variables' | 'extensions', unknown>>;

interface Query extends Asked {
  plan: Plan;
}

/**
 * The queries that Apollo has run before, by their texts. One with a plan (by-level.ts) runs without Apollo, whose way
 * from the body to the answer costs a tenth of a list (decisions/108). The answer is the same, byte for byte.
 */
export class KnownQueries {
  /** For as long as Apollo keeps the documents. */
  readonly #documents = new Map<string, WeakRef<DocumentNode>>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly planOf: (document: DocumentNode) => Plan | null,
  ) {}

  /** Keeps a document that is valid. */
  add(text: string, document: DocumentNode): void {
    if (text.length > MAX_LENGTH || !this.planOf(document)) return;
    if (this.#documents.size >= MAX_KNOWN) this.#documents.clear();
    this.#documents.set(text, new WeakRef(document));
  }

  /**
   * Answers a request for a known query. Returns false for any other, and when the answer has an error: Apollo then goes
   * on from what has begun.
   */
  async answer(ctx: Context, request: Request, response: Response): Promise<boolean> {
    const asked = this.#askedBy(request);
    const type = asked && !OTHER_TYPE.test(request.headers.accept ?? '') && request.accepts(MEDIA_TYPES);
    if (!asked || !type) return false;
    const data = await begin(this.schema, ctx, asked).then(
      () => dataOf(this.schema, asked.plan, ctx, asked.variables),
      () => null,
    );
    if (!data) return false;
    for (const [name, value] of await end(ctx)) response.setHeader(name, value);
    const bytes = Buffer.from(`${JSON.stringify({ data, extensions: extensionsOf(ctx) })}\n`);
    response.setHeader('content-type', type);
    response.setHeader('content-length', bytes.length);
    response.end(bytes);
    return true;
  }

  #askedBy({ method, body, headers }: Request): Query | null {
    if (!byLevel.isDirect || !byLevel.isOn || method !== 'POST' || !isRecord(body)) return null;
    if (!headers['content-type']?.startsWith('application/json')) return null;
    const { query, operationName, variables, extensions } = body as Body;
    const document = typeof query === 'string' ? this.#documents.get(query)?.deref() : undefined;
    const plan = document && this.planOf(document);
    if (!plan || (variables != null && !isRecord(variables))) return null;
    if (extensions != null && (!isRecord(extensions) || 'persistedQuery' in extensions)) return null;
    if (operationName != null && operationName !== plan.operation.name?.value) return null;
    return {
      document,
      operation: plan.operation,
      operationName: plan.operation.name?.value,
      variables: variables ?? {},
      plan,
    };
  }
}
