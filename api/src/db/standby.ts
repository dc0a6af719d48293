import type { Socket } from 'node:net';
import { PrimaryClient } from './primary.ts';

const open = new Set<LeavingClient>();

/** A connection that is cut with all others to its server when one of them meets a standby. */
export class LeavingClient extends PrimaryClient {
  constructor(...args: ConstructorParameters<typeof PrimaryClient>) {
    super(...args);
    this.once('connect', () => void open.add(this)).once('end', () => void open.delete(this));
  }

  get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  /**
   * Cuts all connections to the server of this one. After a failover a connection can lead to what is a standby now, which
   * answers for ever: its reads are late, and its writes fail. New connections are made to the address, which leads to the
   * new primary (decisions/152).
   */
  leaveStandby(): void {
    this.forgetPrimary();
    for (const one of open)
      if (one.host === this.host && one.port === this.port && one.database === this.database) one.socket.destroy();
  }
}
