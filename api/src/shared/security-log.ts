import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../db/orm.ts';
import { withPrincipal } from '../db/principal.ts';
import { DelayedWriter } from './delayed-writer.ts';
import { customerOf } from './network.ts';
import { prepared } from './prepared.ts';
import type { SecurityEventKind } from './security-log.rules.ts';

/** One refusal. */
export interface RefusedRequest {
  kind: SecurityEventKind;
  ip: string;
  requestId: string;
  userId?: number | null;
  /** The e-mail address that was typed at a sign-in. It is neither logged nor stored unless it is that of a user. */
  email?: string;
}

/** Events of one kind, address and account that wait. */
interface Waiting {
  kind: SecurityEventKind;
  address: string | null;
  userId: number | null;
  email: string | null;
  /** Of the e-mail address: its keyed hash. */
  account: string | null;
  requestId: string;
  count: number;
}

const WAIT_MS = 1000;
/** Different ones that wait at most; the others of a kind are counted together. */
const MAX_WAITING = 500;
/** Lines of a second in the program's log; the others are counted. */
const MAX_LINES = 100;
/** Rows of an hour: of one kind in one organization, and in all. What has no row of its own is counted in one without an address. */
const ROWS_OF_KIND = 100;
const ROWS_OF_HOUR = 2000;
/** Any number, the same on every node: one node adds rows at a time, so that the limits are exact. */
const LOCK = 4_716_060;
/** Hexadecimal digits of the hash of an address that no user has: enough to recognize it, too few to search for it. */
const HASH_DIGITS = 12;

const INSERT = prepared(`
  with typed as (
    select * from json_to_recordset(?::json) as typed (kind text, address text, "userId" int, email text, account text, "requestId" text, count int)),
  event as (
    select t.kind, u.org_id, u.id as user_id, coalesce(u.email, t.account) as account, t.address, max(t."requestId") as request_id, sum(t.count) as count
      from typed t left join users named on lower(named.email) = t.email left join users u on u.id = coalesce(t."userId", named.id)
     group by 1, 2, 3, 4, 5),
  present as (select date_trunc('hour', now(), 'UTC') as hour),
  fresh as (
    select e.*, row_number() over (partition by e.kind, e.org_id order by e.count desc) as nth_of_kind, row_number() over (order by e.count desc) as nth
      from event e cross join present p
     where not exists (select from security_events s where s.hour = p.hour and s.kind = e.kind and s.org_id is not distinct from e.org_id
       and s.user_id is not distinct from e.user_id and s.account is not distinct from e.account and s.address is not distinct from e.address)),
  kept as (select kind, org_id, count(*) as rows from security_events s join present p using (hour) group by kind, org_id),
  placed as (
    select e.kind, e.request_id, e.count,
        case when f.nth + (select coalesce(sum(rows), 0) from kept) > ${ROWS_OF_HOUR} then 'none'
             when f.nth_of_kind + coalesce((select rows from kept k where k.kind = e.kind and k.org_id is not distinct from e.org_id), 0) > ${ROWS_OF_KIND} then 'organization'
             else 'own' end as place, e.org_id, e.user_id, e.account, e.address
      from event e left join fresh f on f.kind = e.kind and f.org_id is not distinct from e.org_id and f.user_id is not distinct from e.user_id
       and f.account is not distinct from e.account and f.address is not distinct from e.address)
  insert into security_events as s (hour, kind, org_id, user_id, account, address, count, request_id)
  select p.hour, kind, case when place <> 'none' then org_id end, case when place = 'own' then user_id end,
      case when place = 'own' then account end, case when place = 'own' then address end, sum(count), max(request_id)
    from placed cross join present p group by 1, 2, 3, 4, 5, 6
  on conflict (hour, kind, org_id, user_id, account, address) do update
    set count = s.count + excluded.count, request_id = excluded.request_id, last_at = now()`);

/**
 * The refusals that attacks cause (decisions/141): a line of each in the program's log, and their numbers in the table
 * security_events. They are counted in memory and written once a second, outside the requests, so that they neither slow
 * nor fail one. A flood takes neither memory nor rows without end. A node that is killed loses a second of them.
 */
export class SecurityLog extends DelayedWriter {
  private waiting = new Map<string, Waiting>();
  private lines = 0;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly secret: string,
  ) {
    super('security log', WAIT_MS);
  }

  protected get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Logs and counts a refusal. Never throws, and waits for nothing. */
  note({ kind, ip, requestId, userId = null, email }: RefusedRequest): void {
    const typed = email === undefined ? null : email.toLowerCase();
    const account = typed === null ? null : this.hashOf(typed);
    this.lines += 1;
    if (this.lines <= MAX_LINES) this.log.info({ kind, address: ip, requestId, userId, account }, 'refused');
    const event = { kind, address: customerOf(ip) || null, userId, email: typed, account, requestId };
    this.add(event, 1);
    this.later(WAIT_MS);
  }

  /** Writes the last ones. */
  async close(): Promise<void> {
    await this.flush();
    this.stop();
    if (this.waiting.size > 0) this.log.error({ events: this.waiting.size }, 'security events were not written');
  }

  /** The name of an e-mail address that no user has. */
  private hashOf(email: string): string {
    const hash = createHmac('sha256', this.secret).update(`account:${email}`).digest('hex');
    return `#${hash.slice(0, HASH_DIGITS)}`;
  }

  private add(event: Omit<Waiting, 'count'>, count: number): void {
    const own = JSON.stringify([event.kind, event.address, event.userId, event.email]);
    const isOther = !this.waiting.has(own) && this.waiting.size >= MAX_WAITING;
    const counted = isOther ? { ...event, address: null, userId: null, email: null, account: null } : event;
    const key = isOther ? event.kind : own;
    this.waiting.set(key, { ...counted, count: (this.waiting.get(key)?.count ?? 0) + count });
  }

  protected async write(): Promise<void> {
    const unlogged = this.lines - MAX_LINES;
    this.lines = 0;
    if (unlogged > 0) this.log.warn({ lines: unlogged }, 'more was refused than is logged');
    const events = [...this.waiting.values()];
    if (events.length === 0) return;
    this.waiting = new Map();
    try {
      await withPrincipal(this.db, { kind: 'auth' }, 'write', async (em) => {
        await em.execute('select pg_advisory_xact_lock(?)', [LOCK]);
        await em.execute(INSERT, [JSON.stringify(events)]);
      });
    } catch (error) {
      for (const { count, ...event } of events) this.add(event, count);
      // The error of the driver may contain the statement.
      const { code } = error as { code?: string };
      this.log.warn({ events: this.waiting.size, code }, 'security events wait for the database');
    }
  }
}
