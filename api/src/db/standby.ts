import type { Socket } from 'node:net';
import pg from 'pg';

/** Where a connection leads, and its socket. */
type Connected = Pick<pg.Client, 'host' | 'port' | 'database'> & { connection: { stream: Socket } };

const open = new Set<Connected>();

/** A connection that is cut with all others to its server when one of them meets a standby. */
export class LeavingClient extends pg.Client {
  constructor(...args: ConstructorParameters<typeof pg.Client>) {
    super(...args);
    const one = this as unknown as Connected;
    this.once('connect', () => void open.add(one)).once('end', () => void open.delete(one));
  }
}

/**
 * Cuts all connections to the server of this one. After a failover a connection can lead to what is a standby now, which
 * answers for ever: its reads are late, and its writes fail. New connections are made to the address, which leads to the
 * new primary (decisions/152).
 */
export function leaveStandby(client: unknown): void {
  const { host, port, database } = client as Connected;
  for (const one of open)
    if (one.host === host && one.port === port && one.database === database) one.connection.stream.destroy();
}
