import { isRaw } from '@mikro-orm/core';
import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { parameterized } from './parameters.ts';

type Execute = PostgreSqlConnection['execute'];
type Query = Parameters<Execute>[0];

/**
 * Sends the values of a query next to its text, not in it, so that PostgreSQL parses and plans one text once
 * (portal-client.ts names it). The library writes them into the text of each statement; it still does for everything
 * that `parameterized` does not know.
 */
class PortalConnection extends PostgreSqlConnection {
  override execute = (async (query: Query, params: unknown[] = [], method = 'all', ctx, loggerContext) => {
    const built = typeof query === 'object' && 'toRaw' in query ? query.toRaw() : query;
    const [sql, values] = isRaw(built) ? [built.sql, built.params] : [built as string, params];
    const found = Array.isArray(values) ? parameterized(sql, values) : null;
    if (!found) return super.execute(query, params, method, ctx, loggerContext);
    await this.ensureConnection();
    const result = await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(found.text, found.values));
    return this.transformRawResult(result, method);
  }) as Execute;
}

/** The library's driver with `PortalConnection`. */
export class PortalDriver extends PostgreSqlDriver {
  constructor(...[config]: ConstructorParameters<typeof PostgreSqlDriver>) {
    super(config);
    const connection = new PortalConnection(config);
    Object.assign(this, { connection, replicas: [] });
    connection.setPlatform(this.getPlatform());
  }
}
