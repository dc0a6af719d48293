import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { Unauthenticated } from '../../shared/errors.ts';
import { WireTransaction, type Sent } from './wire-transaction.ts';

/** PostgreSQL's code of an identity that is not accepted. */
const NO_DEVICE = '28000';

function giveBack(client: pg.PoolClient, fault?: Error): void {
  try {
    client.release(fault);
  } catch {
    // a lost connection was returned before (orm.ts)
  }
}

/**
 * A transaction of a device, bound to its machine. The machine is not waited for either: an unknown serial fails each
 * statement behind it, and Unauthenticated takes the place of its error.
 */
export class DeviceTransaction extends WireTransaction {
  #bound: Promise<void> = Promise.resolve();
  /** What the calls of a device use of the library's manager: they read no entity. */
  readonly em = {
    execute: this.execute.bind(this),
    getKysely: () => this.#builder(),
    isInTransaction: () => true,
  } as unknown as EntityManager;

  /** Begins on a connection of the pool of `orm`, which is returned to it at the end. */
  static async begin(
    orm: MikroORM,
    client: pg.PoolClient,
    { settings, serial, begin }: { settings: Record<string, string>; serial: string; begin: string },
  ): Promise<DeviceTransaction> {
    const transaction = new DeviceTransaction(orm, client);
    try {
      await transaction.open(begin, settings);
      transaction.#bind(serial);
      return transaction;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  #bind(serial: string): void {
    this.#bound = super.executeQuery({ sql: 'select bind_device($1)', parameters: [serial] }).then(
      () => undefined,
      (error: { code?: string }) => {
        throw error.code === NO_DEVICE ? new Unauthenticated() : error;
      },
    );
    this.#bound.catch(() => undefined); // reported by what comes behind it
  }

  /** Returns the builder of statements (write.ts), which sends them on this connection. */
  #builder(): Kysely<never> {
    const query = (sql: string, parameters: readonly unknown[]) => this.executeQuery({ sql, parameters });
    const client = { query: query as unknown as PostgresPoolClient['query'], release: () => undefined };
    const pool = { connect: async () => client, end: async () => undefined, options: {} };
    return new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  override async executeQuery(sent: Sent): Promise<pg.QueryResult> {
    try {
      return await super.executeQuery(sent);
    } catch (error) {
      await this.#bound;
      throw error;
    }
  }

  /** Commits what was sent; it leaves in the write of the statements of this moment. Throws when one of them failed. */
  async commit(): Promise<void> {
    // By then each has been handed to the connection, which sends them before the microtasks that follow.
    const command = await new Promise<string | undefined>((resolve) => {
      process.nextTick(() => resolve(this.#end('commit')));
    });
    await this.#bound;
    // PostgreSQL's answer to the commit of a transaction that has failed.
    if (command === 'ROLLBACK') throw new Error('Nothing was committed, because a statement before has failed.');
  }

  /** Discards what was sent. Throws Unauthenticated for a serial that is unknown. */
  async rollback(): Promise<void> {
    await this.#end('rollback').catch(() => undefined); // a lost connection discards everything too
    await this.#bound;
  }

  /** Returns the command that was done; undefined when the transaction had ended. */
  async #end(statement: string): Promise<string | undefined> {
    const client = this.take();
    if (!client) return undefined;
    let fault: Error | undefined;
    try {
      return (await client.query(statement)).command;
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      giveBack(client, fault);
    }
  }
}
