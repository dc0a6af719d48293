import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { PortalConnection } from './portal-client.ts';

/** How the rows of a reading transaction are read: by statements, or by the library, whose manager is made when it is asked for. */
export interface RowReading {
  execute<Row>(sql: string, values?: readonly unknown[], method?: 'all' | 'get' | 'run'): Promise<Row>;
  readonly em: EntityManager;
  /** Ends the transaction with the statements of this moment, when nothing else will be read. */
  endsNow?(): void;
}

/** The code of the error of a statement that comes after the end of its transaction. */
export const OVER = 'transaction over';

/**
 * A read-only transaction on a connection of a pool, without the query builder's: what the library takes as its
 * transaction. Its statements are sent when they are asked for, those of one moment in one write, and answered in their
 * order; BEGIN and the settings are ahead of them (portal-client.ts). When one fails, PostgreSQL refuses those behind it.
 * After `end` no statement is sent: the connection may be another request's.
 */
export class ReadTransaction implements RowReading {
  #client: pg.PoolClient | undefined;
  #em: EntityManager | undefined;

  private constructor(
    private readonly orm: MikroORM,
    client: pg.PoolClient,
  ) {
    this.#client = client;
  }

  /** Begins on a connection of the pool of `orm`, which is returned to it at the end. */
  static async begin(orm: MikroORM, client: pg.PoolClient, settings: Record<string, string>): Promise<ReadTransaction> {
    const transaction = new ReadTransaction(orm, client);
    const given = Object.entries(settings);
    try {
      // Neither is waited for: the first statement reports why one of them failed.
      await transaction.executeQuery({ sql: 'start transaction read only', parameters: [] });
      if (given.length > 0)
        await transaction.execute(`select ${given.map(() => 'set_config(?, ?, true)').join(', ')}`, given.flat());
      return transaction;
    } catch (error) {
      transaction.end();
      throw error;
    }
  }

  get em(): EntityManager {
    if (!this.#em) {
      this.#em = this.orm.em.fork();
      this.#em.setTransactionContext(this as never);
    }
    return this.#em;
  }

  execute<Row>(sql: string, values: readonly unknown[] = [], method: 'all' | 'get' | 'run' = 'all'): Promise<Row> {
    return this.orm.driver.execute(sql, values as unknown[], method, this as never) as Promise<Row>;
  }

  /** Sends a statement of the library. */
  async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): Promise<pg.QueryResult> {
    if (!this.#client) throw Object.assign(new Error('The transaction is over.'), { code: OVER });
    return this.#client.query(sql, parameters as unknown[]);
  }

  /** Its end leaves in the write of the statements: one write and one answer less than an end of its own. */
  endsNow(): void {
    (this.#client as PortalConnection | undefined)?.atLeaving(() => this.end());
  }

  /** Ends the transaction without waiting: there is nothing to commit, and its connection returns to the pool when it is done. */
  end(): void {
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    client
      .query('rollback')
      .then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
      .catch(() => undefined); // a lost connection was returned before (orm.ts)
  }
}
