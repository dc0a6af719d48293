import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DocumentNode } from 'graphql';
import type { Database } from '../db/orm.ts';
import { withPrincipal } from '../db/principal.ts';
import { NOW, write } from '../db/write.ts';
import { documentDigest } from './document-digest.ts';
import { perDocument } from './per-document.ts';

/** The digests of all operations of the client that this node serves, written by the build (web/client-documents.ts). */
const BUILT = join(import.meta.dirname, '../../../dist/web/.operations.json');
/** A page that is open for longer than this after its release was last started is not served any more. */
const KEPT_DAYS = 90;

const digestOf = perDocument(documentDigest);

/** Returns the digests of the built client; none when it is not built. */
export const builtDigests = (): string[] =>
  existsSync(BUILT) ? (JSON.parse(readFileSync(BUILT, 'utf8')) as string[]) : [];

/**
 * The operations of the web client: those of this node's release, and those of the releases that other nodes serve or have
 * served, for pages that were opened before an upgrade or are answered by another node (decisions/156).
 */
export class ClientDocuments {
  private readonly known: Set<string>;

  constructor(
    private readonly db: Database,
    private readonly digests: readonly string[],
  ) {
    this.known = new Set(digests);
  }

  /** Notes the operations of this node for the others, and removes those that no node has served for 90 days. */
  async announce(): Promise<void> {
    await withPrincipal(this.db, { kind: 'jobs' }, 'write', async (em) => {
      if (this.digests.length > 0)
        await write(em)
          .insertInto('client_documents')
          .values(this.digests.map((digest) => ({ digest })))
          .onConflict((conflict) => conflict.column('digest').doUpdateSet({ served_at: NOW }))
          .execute();
      await write(em)
        .deleteFrom('client_documents')
        .where('served_at', '<', sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
        .execute();
    });
  }

  /** Whether a document is one of the client's. Asks the database only for what this node has not served yet. */
  async has(document: DocumentNode): Promise<boolean> {
    const digest = digestOf(document);
    if (this.known.has(digest)) return true;
    const found = await withPrincipal(this.db, { kind: 'jobs' }, 'read', (em) =>
      em.execute<object[]>('select from client_documents where digest = ?', [digest]),
    );
    if (found.length > 0) this.known.add(digest);
    return found.length > 0;
  }
}
