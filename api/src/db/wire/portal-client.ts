import { createHash } from 'node:crypto';
import type pg from 'pg';
import { cached } from '../../shared/cached.ts';
import { STANDBY } from '../lost.ts';
import type { SlowStatements } from '../slow.ts';
import { LeavingClient } from '../standby.ts';
import { MAX_KEPT } from './parameters.ts';
import { Prepared, StatementGroup } from './statement-group.ts';

export interface DatabaseWire {
  /** Queries are prepared under a name. */
  prepare: boolean;
  /** BEGIN and the settings of a transaction leave with its first statement. */
  pipeline: boolean;
}

export interface PortalConnection {
  /** Runs `last` when the statements of this moment leave: what it sends leaves with them, behind them. */
  atLeaving(last: () => void): void;
}

/** Names per connection: each is a plan in the memory of its backend. */
const MAX_NAMES = 150;
const BEGIN = /^(begin|start transaction)\b/;
const SETTINGS = /^select set_config\('role', '(\w+)'/;
/** The same with its values next to it. */
const SETTINGS_OF = 'select set_config($1, $2, true)';
const END = /^(commit|rollback)\b/;
const QUERY = /^(select|with|begin|start transaction)\b[^;]*$/i;
/** The plan was made for another shape of the table, or the connection no longer knows it. */
const STALE = new Set(['0A000', '26000']);
const ABORTED = '25P02';
/** A write in a transaction that only reads: of the portal's own, or because the server is a standby. */
const READ_ONLY = '25006';
const NOTHING = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] } as unknown as pg.QueryResult;

/** Returns the role that a statement sets for the rest of its transaction. */
const roleOf = (text: string, values: readonly unknown[]): string | undefined =>
  text.startsWith(SETTINGS_OF) && values[0] === 'role' ? String(values[1]) : SETTINGS.exec(text)?.[1];
const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Returns true from the second time on: a text that is sent once is not worth a plan that is kept. */
function seenBefore(): (text: string) => boolean {
  const seen = cached(5000, () => ({ times: 0 }));
  return (text) => (seen(text).times += 1) > 1;
}

/**
 * Returns the class of a connection that waits only where there is something to learn.
 *
 * Pipelining: BEGIN and the settings are sent without waiting for their answers. Nothing runs without them: the server
 * answers in order, a failed BEGIN leaves the login without a role and so without access, and failed settings abort the
 * transaction. The statement that fails behind them reports their error.
 *
 * Grouping: the queries of a transaction that are sent at one moment are one group (statement-group.ts). Everything else
 * is sent alone, in its order.
 *
 * Preparing: a query that was sent before gets a name. The name contains the role, because the server discards the plan
 * of a query under row-level security when the role changes.
 *
 * `slow`: measures each statement from the answer before it on its connection, or from when it was asked for.
 */
export function portalClient(wire: DatabaseWire, slow?: SlowStatements): typeof pg.Client {
  const again = seenBefore();

  return class PortalClient extends LeavingClient {
    private role = '';
    private fault: unknown;
    private generation = 0;
    /** By role and text. */
    private readonly names = new Map<string, Map<string, string>>();
    private prepared: Prepared | undefined;
    /** From BEGIN to the end of the transaction. */
    private isOpen = false;
    /** Whether the portal opened the transaction for reading. */
    private isReading = false;
    private gathering = false;
    private last: (() => void) | undefined;
    private group: StatementGroup | undefined;
    /** When the last statement ended. */
    private answeredAt = 0;

    // @ts-expect-error -- the driver's overloads; the portal calls one of them
    override query(text: unknown, values?: unknown, callback?: unknown): unknown {
      if (typeof text !== 'string' || typeof values === 'function' || callback) {
        this.leave();
        return super.query(text as string, values as never, callback as never);
      }
      this.gather();
      if (BEGIN.test(text)) {
        this.role = '';
        this.fault = undefined;
        this.isOpen = true;
        this.isReading = text.includes('read only');
        return this.ahead(text);
      }
      const { isReading } = this;
      if (END.test(text)) this.isOpen = this.isReading = false;
      const given = (values ?? []) as unknown[];
      const role = roleOf(text, given);
      if (role === undefined) {
        const answered = slow && this.measured(slow.begun(text));
        return this.explained(this.sent(text, given, answered), isReading, answered);
      }
      this.role = role;
      return this.ahead(text, given);
    }

    /** What is sent before anything is waited for leaves in one write, which costs more than its content. */
    private gather(): void {
      if (this.gathering || !wire.pipeline) return;
      const { socket } = this;
      this.gathering = true;
      socket.cork();
      // Not a tick: what loaders batch comes some ticks later.
      setImmediate(() => {
        const { last } = this;
        this.last = undefined;
        last?.();
        this.gathering = false;
        this.leave();
        socket.uncork();
      });
    }

    atLeaving(last: () => void): void {
      this.last = last;
    }

    /** Hands the statements of this moment to the driver. */
    private leave(): void {
      const { group } = this;
      this.group = undefined;
      if (group) super.query(group as never);
    }

    /** Sends a statement whose answer no one needs. */
    private ahead(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
      const sent = this.sent(text, values);
      if (!wire.pipeline) return sent;
      sent.catch((error: object) => void (this.fault ??= Object.assign(error, { whileOpening: true })));
      return Promise.resolve(NOTHING);
    }

    /** Returns what is called when a statement has been answered; of several calls the first one counts. */
    private measured(ended: (ms: number, code?: string) => void): (code?: string) => void {
      const asked = performance.now();
      let isOver = false;
      return (code) => {
        if (isOver) return;
        isOver = true;
        const now = performance.now();
        ended(now - Math.max(asked, this.answeredAt), code);
        this.answeredAt = now;
      };
    }

    /** Sends a statement, with those of the same moment where they are of one transaction. */
    private sent(text: string, values: unknown[], answered?: () => void): Promise<pg.QueryResult> {
      const name = this.nameOf(text, values.length > 0);
      if (wire.pipeline && (name !== undefined || QUERY.test(text))) {
        this.prepared ??= new Prepared((this as unknown as { _types: unknown })._types);
        const answer = (this.group ??= new StatementGroup(this.prepared)).add(name, text, values, answered);
        if (!this.isOpen) this.leave();
        return answer;
      }
      this.leave();
      return name === undefined ? super.query(text, values) : super.query({ name, text, values });
    }

    /** Returns the name of a text that is prepared; undefined for one that is sent as it is. */
    private nameOf(text: string, hasValues: boolean): string | undefined {
      if (!wire.prepare || text.length > MAX_KEPT) return undefined;
      return this.names.get(this.role)?.get(text) ?? this.newName(text, hasValues);
    }

    /** Returns the name that a text has from now on; undefined when it gets none. */
    private newName(text: string, hasValues: boolean): string | undefined {
      const key = `${this.generation} ${this.role} ${text}`;
      const kept = [...this.names.values()].reduce((sum, ofRole) => sum + ofRole.size, 0);
      // The library writes values into a text that is neither a query nor declared; such settings too are those of one user.
      if (kept >= MAX_NAMES || !(hasValues || QUERY.test(text)) || SETTINGS.test(text) || !again(key)) return undefined;
      const name = createHash('sha1').update(key).digest('base64url');
      let ofRole = this.names.get(this.role);
      if (!ofRole) this.names.set(this.role, (ofRole = new Map()));
      ofRole.set(text, name);
      return name;
    }

    /**
     * Reports the error of BEGIN or of the settings instead of "the transaction is aborted", which follows from it, and a
     * write that a standby refused as a lost connection.
     */
    private async explained(
      sent: Promise<pg.QueryResult>,
      isReading: boolean,
      answered?: (code?: string) => void,
    ): Promise<pg.QueryResult> {
      try {
        return await sent;
      } catch (error) {
        const reason = this.fault !== undefined && codeOf(error) === ABORTED ? this.fault : error;
        answered?.(codeOf(reason) ?? 'failed');
        if (STALE.has(codeOf(reason) ?? '')) {
          this.generation += 1;
          this.names.clear();
          this.prepared = undefined;
        }
        if (codeOf(reason) === READ_ONLY && !isReading) {
          this.leaveStandby();
          throw Object.assign(new Error('The database is a standby.'), { code: STANDBY });
        }
        throw reason;
      } finally {
        answered?.();
      }
    }
  } as unknown as typeof pg.Client;
}
