import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { PortalConnection } from './portal-client.ts';

/** The code of the error of a statement that comes after the end of its transaction. */
export const OVER = 'transaction over';

/** A statement as the library sends it. */
export interface Sent {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * A transaction on a connection of a pool, without the query builder's: what the library takes as its transaction. Its
 * statements are sent when they are asked for, those of one moment in one write, and answered in their order; BEGIN and
 * the settings are ahead of them (portal-client.ts). When one fails, PostgreSQL refuses those behind it. After its end no
 * statement is sent: the connection may be another request's.
 */
export abstract class WireTransaction {
  #client: pg.PoolClient | undefined;

  protected constructor(
    protected readonly orm: MikroORM,
    client: pg.PoolClient,
  ) {
    this.#client = client;
  }

  /** Sends BEGIN and the settings. Neither is waited for: the first statement reports why one of them failed. */
  protected async open(begin: string, settings: Record<string, string>): Promise<void> {
    const given = Object.entries(settings);
    await this.executeQuery({ sql: begin, parameters: [] });
    if (given.length > 0)
      await this.execute(`select ${given.map(() => 'set_config(?, ?, true)').join(', ')}`, given.flat());
  }

  execute<Row>(sql: string, values: readonly unknown[] = [], method: 'all' | 'get' | 'run' = 'all'): Promise<Row> {
    return this.orm.driver.execute(sql, values as unknown[], method, this as never) as Promise<Row>;
  }

  /** Sends a statement of the library. */
  async executeQuery({ sql, parameters }: Sent): Promise<pg.QueryResult> {
    if (!this.#client) throw Object.assign(new Error('The transaction is over.'), { code: OVER });
    return this.#client.query(sql, parameters as unknown[]);
  }

  /** Runs `last` when the statements of this moment leave: what it sends leaves with them, behind them. */
  protected atLeaving(last: () => void): void {
    (this.#client as PortalConnection | undefined)?.atLeaving(last);
  }

  /** Takes the connection for the end of the transaction; undefined when it has ended. */
  protected take(): pg.PoolClient | undefined {
    const client = this.#client;
    this.#client = undefined;
    return client;
  }
}
