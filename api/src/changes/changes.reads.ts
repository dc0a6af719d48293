import type { EntityManager } from '@mikro-orm/postgresql';
import { Change, type ChangedType, type ChangeEventName } from './change.types.ts';

/** Lines that one read with a filter looks at: the next read goes on behind them. */
const SCANNED = 10_000;

/** The position is of a database that was restored since, or of lines that are kept no longer (30 days). */
export class ChangesExpired extends Error {}
/** The text is no position. */
export class NoPosition extends Error {}

export interface ChangesAsked {
  orgId: number;
  /** Position behind which changes are read; null: the present end. */
  after: string | null;
  types?: readonly ChangedType[] | null;
  events?: readonly ChangeEventName[] | null;
  limit: number;
}

export interface ChangesRead {
  rows: Change[];
  /** Behind what was read, also when no row is in it: keep it in place of the one before. */
  position: string;
  /** Whether more may follow at once, also behind a page without rows. */
  hasMore: boolean;
}

interface Line {
  epoch: string;
  safe: string;
  expired: boolean;
  scanned: number;
  lastXid: string | null;
  lastId: string | null;
  xid: string | null;
  id: string | null;
  type: ChangedType;
  rowId: string;
  event: ChangeEventName | null;
  deleted: boolean;
  at: string;
}

// One statement, and so one snapshot: what is deleted is deleted together with the note of it. Transactions from `safe` on
// may still be open, and a line of one that commits later would be before lines that were read.
const READ = `
  with place as materialized (
    select e.epoch::text as epoch, e.from_id, pg_snapshot_xmin(pg_current_snapshot()) as safe, a.xid, a.id,
           a.xid <= e.deleted_to or not pg_is_in_recovery() and a.xid > pg_snapshot_xmax(pg_current_snapshot()) as expired
      from change_place() e cross join (select ?::xid8 as xid, ?::bigint as id) a
  ), scanned as (
    select c.* from place p cross join lateral (
      select c.xid, c.id, c.type, c.row_id, c.event, c.deleted, c.at from changes c
       where c.org_id = ? and (c.xid, c.id) > (p.xid, p.id) and c.xid < p.safe and c.id > p.from_id order by c.xid, c.id limit ?) c
  ), kept as (
    select s.* from scanned s where (?::text[] is null or s.type = any (?::text[])) and (?::text[] is null or s.event = any (?::text[]))
     order by s.xid, s.id limit ?
  )
  select p.epoch, greatest(p.safe, p.xid)::text as safe, coalesce(p.expired, false) as expired, n.scanned, l.xid::text as "lastXid", l.id::text as "lastId",
         k.xid::text as xid, k.id::text as id, k.type, k.row_id::text as "rowId", k.event, k.deleted, k.at
    from place p
    cross join (select count(*)::int as scanned from scanned) n
    left join (select xid, id from scanned order by xid desc, id desc limit 1) l on true
    left join kept k on true
   order by k.xid, k.id`;

const positionOf = (epoch: string, xid: string, id: string): string =>
  Buffer.from(`${epoch}:${xid}:${id}`).toString('base64url');

function placeOf(position: string) {
  const [, epoch, xid, id] =
    /^([0-9a-f-]{36}):(\d{1,19}):(\d{1,18})$/.exec(Buffer.from(position, 'base64url').toString()) ?? [];
  if (epoch === undefined || xid === undefined || id === undefined) throw new NoPosition();
  return { epoch, xid, id };
}

const arrayOf = (names: readonly string[] | null | undefined) =>
  names ? `{${names.map((name) => `"${name}"`).join(',')}}` : null;

/**
 * Returns the changes of an organization behind a position, in an order that never changes: none is missed, whenever its
 * transaction commits, and none is returned while a transaction from before it is open. One row may be in several lines.
 * With a filter, at most 10,000 lines are read, so that a page may be empty with more behind it. Throws ChangesExpired
 * when lines behind the position are no longer kept, and NoPosition for another text. One statement.
 */
export async function changesAfter(em: Pick<EntityManager, 'execute'>, asked: ChangesAsked): Promise<ChangesRead> {
  const { orgId, after, types, events, limit } = asked;
  const place = after === null ? null : placeOf(after);
  const scan = types || events ? SCANNED : limit + 1;
  const [wanted, named] = [arrayOf(types), arrayOf(events)];
  const lines = await em.execute<Line[]>(READ, [
    ...[place?.xid ?? null, place?.id ?? null, orgId, scan],
    ...[wanted, wanted, named, named, limit + 1],
  ]);
  const { epoch, safe, expired, scanned, lastXid, lastId } = lines[0]!;
  if (place && (expired || place.epoch !== epoch)) throw new ChangesExpired();
  const found = lines.filter(({ id }) => id !== null);
  const rows = found.slice(0, limit).map(({ xid, id, type, rowId, event, deleted, at }) =>
    Object.assign(new Change(), {
      position: positionOf(epoch, xid!, id!),
      ...{ type, rowId, event, deleted, at: new Date(at) },
    }),
  );
  if (found.length > limit) return { rows, position: rows.at(-1)!.position, hasMore: true };
  if (scanned === scan && scan === SCANNED)
    return { rows, position: positionOf(epoch, lastXid!, lastId!), hasMore: true };
  return { rows, position: positionOf(epoch, safe, '0'), hasMore: false };
}
