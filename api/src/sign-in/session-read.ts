import { createHash } from 'node:crypto';
import { asAuthOnce, writeAsAuthOnce } from '../db/principal.ts';
import { NOW } from '../db/write.ts';
import type { App, Context } from '../shared/context.ts';
import { IS_ACTIVE } from './lockout.ts';
import { LIVING_TOKENS } from '../auth/token-read.ts';
import { Viewer, type SessionTimes, type ViewerFacts, type SessionStage } from '../auth/viewer.ts';

export const ABSOLUTE_HOURS = 12;

export interface SignedInSession {
  stage: SessionStage;
  viewer: Viewer;
  times: SessionTimes;
}

type Row = ViewerFacts & SessionTimes & { stage: SessionStage };

/** An array, so that each table is looked up by its key: the planner reads all permissions of all roles for a join. */
const ROLE_IDS = 'array(select ur.role_id from user_roles ur where ur.user_id = u.id)';

/** The facts of a viewer, of user u, organization o and its type t. */
export const VIEWER_FACTS = `
         u.id as "userId", u.org_id as "orgId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.locale, u.is_service as "isService",
         o.timezone, o.export_to_csv_access as "exportAccess", t.is_clinical as "isClinical", case t.kind when 'support' then 'support' else 'org' end as host,
         coalesce((select array_agg(r.name order by r.id) from roles r where r.id = any (${ROLE_IDS})), '{}') as roles,
         coalesce((select array_agg(r.label order by r.id) from roles r where r.id = any (${ROLE_IDS})), '{}') as "roleLabels",
         case when u.is_service then coalesce((select a.scopes from service_accounts a where a.user_id = u.id), '{}')
           else coalesce((select array_agg(distinct p.permission) from role_permissions p where p.role_id = any (${ROLE_IDS})), '{}') end as permissions,
         case u.user_type
           when 'Location' then coalesce((select array_agg(l.location_id) from user_locations l where l.user_id = u.id), '{}')
           when 'Group' then coalesce((select array_agg(distinct gl.location_id) from user_groups g join org_group_locations gl on gl.group_id = g.group_id where g.user_id = u.id), '{}')
         end as "locationIds"`;

const SESSION = `
  select s.stage, extract(epoch from now() - s.last_seen_at)::int as "secondsIdle",
         ceil(extract(epoch from s.last_seen_at + make_interval(mins => o.session_idle_minutes) - now()))::int as "secondsToIdleEnd",
         ceil(extract(epoch from s.created_at + make_interval(hours => ?) - now()))::int as "secondsToEnd",
         extract(epoch from now() - s.password_given_at)::int as "secondsSincePassword", s.acting_org_id as "actingOrgId",
         ${VIEWER_FACTS}
    from sessions s join users u on u.id = s.user_id join organizations o on o.id = u.org_id join organization_types t on t.id = o.type_id
   where s.id_hash = ? and ${IS_ACTIVE}
     and s.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and s.created_at > now() - make_interval(hours => ?)`;

/** SQL of a session that is alive: of sessions `s`, users `u` and organizations `o`. Its parameter: ABSOLUTE_HOURS. */
export const ALIVE = `s.stage = 'full' and ${IS_ACTIVE}
     and s.last_seen_at > now() - make_interval(mins => o.session_idle_minutes) and s.created_at > now() - make_interval(hours => ?)`;

const LIVING = `
  select s.id_hash as "sessionHash", s.user_id as "userId" from sessions s join users u on u.id = s.user_id join organizations o on o.id = s.org_id
   where s.id_hash = any (?::bytea[]) and ${ALIVE}
  union all
  select t.digest, t.user_id from (${LIVING_TOKENS}) t where t.digest = any (?::bytea[])`;

/** Of the hash of a session and of the digest of a token: both are SHA-256. */
const HASH_BYTES = 32;

/**
 * Names the hashes of no living session, which are usually none: thousands of open sockets are asked about every few
 * seconds. The hashes come as one value, which takes the node and the database a fraction of the time of a list of them.
 * An array of unknown length is planned as a short one: each session is looked up by its key, whatever the tables hold.
 */
const NO_SESSION = `
  with given as materialized (
    select substr(packed.hashes, nth * ${HASH_BYTES} + 1, ${HASH_BYTES}) as hash
      from (select ?::bytea as hashes) packed, generate_series(0, length(packed.hashes) / ${HASH_BYTES} - 1) nth)
  select hash from given
  except
  select s.id_hash from sessions s join users u on u.id = s.user_id join organizations o on o.id = s.org_id
   where s.id_hash = any (array(select hash from given)) and ${ALIVE}`;

export const hashSessionId = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Returns the session of a cookie with the current viewer; null when it is unknown, idle too long or too old. */
export async function findSession(app: App, idHash: Buffer): Promise<SignedInSession | null> {
  const [row] = await asAuthOnce<Row>(app.db, SESSION, [ABSOLUTE_HOURS, idHash, ABSOLUTE_HOURS]);
  app.admission.know(idHash, row?.userId ?? null);
  if (!row) return null;
  const { stage, secondsIdle, secondsToIdleEnd, secondsToEnd, secondsSincePassword, ...facts } = row;
  const times = { secondsIdle, secondsToIdleEnd, secondsToEnd, secondsSincePassword };
  return { stage, times, viewer: new Viewer(facts) };
}

/** Returns a user with their rights of now, for a job that they started; null when they or their organization are not active, or they are locked. */
export async function findActiveViewer(app: App, userId: number): Promise<Viewer | null> {
  const [facts] = await asAuthOnce<ViewerFacts>(
    app.db,
    `select ${VIEWER_FACTS} from users u join organizations o on o.id = u.org_id join organization_types t on t.id = o.type_id
      where u.id = ? and ${IS_ACTIVE}`,
    [userId],
  );
  return facts ? new Viewer(facts) : null;
}

/**
 * Returns those sessions that are alive, fully signed in, and of active users and organizations, and those tokens that
 * are valid; one statement for many sockets.
 */
export async function livingSessions(app: App, idHashes: Buffer[]): Promise<{ sessionHash: Buffer; userId: number }[]> {
  if (idHashes.length === 0) return [];
  const hashes = byteas(idHashes);
  return asAuthOnce(app.db, LIVING, [hashes, ABSOLUTE_HOURS, hashes]);
}

/**
 * Returns the seconds until the session of a request ends, and whether the user's next request makes them more; null
 * without a session.
 */
export function sessionLeftOf({ request }: Context): { seconds_left: number | null; extendable: boolean } {
  const times = request.sessionTimes;
  if (!times) return { seconds_left: null, extendable: false };
  const { secondsToIdleEnd, secondsToEnd } = times;
  return { seconds_left: Math.min(secondsToIdleEnd, secondsToEnd), extendable: secondsToIdleEnd < secondsToEnd };
}

/**
 * Returns those sessions and tokens that are not alive, in the sense of `livingSessions`, as hexadecimal digits. Tokens are
 * looked up in a second statement, and only what is no session: with them, planning took a third of the first one's time.
 */
export async function endedSessions(app: App, idHashes: Buffer[]): Promise<Set<string>> {
  if (idHashes.length === 0) return new Set();
  const rows = await asAuthOnce<{ hash: Buffer }>(app.db, NO_SESSION, [Buffer.concat(idHashes), ABSOLUTE_HOURS]);
  const others = rows.map(({ hash }) => hash);
  const ended = new Set(others.map((hash) => hash.toString('hex')));
  for (const { sessionHash } of await livingSessions(app, others)) ended.delete(sessionHash.toString('hex'));
  return ended;
}

const byteas = (values: Buffer[]): string => `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`;

/** Records a user's request as activity, at most once a minute. */
export async function touchSession(app: App, idHash: Buffer, secondsIdle: number): Promise<void> {
  if (secondsIdle <= 60) return;
  await writeAsAuthOnce(app.db)
    .updateTable('sessions')
    .set({ last_seen_at: NOW })
    .where('id_hash', '=', idHash)
    .execute();
}
