import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { WireTransaction } from './wire-transaction.ts';

/** How the rows of a reading transaction are read: by statements, or by the library, whose manager is made when it is asked for. */
export interface RowReading {
  execute<Row>(sql: string, values?: readonly unknown[], method?: 'all' | 'get' | 'run'): Promise<Row>;
  readonly em: EntityManager;
  /** Ends the transaction with the statements of this moment, when nothing else will be read. */
  endsNow?(): void;
}

/** A transaction that only reads. */
export class ReadTransaction extends WireTransaction implements RowReading {
  #em: EntityManager | undefined;

  /** Begins on a connection of the pool of `orm`, which is returned to it at the end. */
  static async begin(orm: MikroORM, client: pg.PoolClient, settings: Record<string, string>): Promise<ReadTransaction> {
    const transaction = new ReadTransaction(orm, client);
    try {
      await transaction.open('start transaction read only', settings);
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

  /** Its end leaves in the write of the statements: one write and one answer less than an end of its own. */
  endsNow(): void {
    this.atLeaving(() => this.end());
  }

  /** Ends the transaction without waiting: there is nothing to commit, and its connection returns to the pool when it is done. */
  end(): void {
    const client = this.take();
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
