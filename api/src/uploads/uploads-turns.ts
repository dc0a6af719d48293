import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';

/** One job of all nodes chooses at a time: none sees the organizations as another one has just left them. */
const LOCK = 4_716_060;

/** Whether no job reads an upload: none has begun it, or the one that did has ended and is not tried again. */
const IS_OPEN = `(u.state = 'queued' or (u.state = 'parsing' and not exists (
  select from pgboss.job j where j.name = 'read-upload' and j.id = u.read_by and j.state < 'completed')))`;

/**
 * Takes the upload that the running job reads, and returns its id; null when none is left. A job is a turn and not an
 * upload: it reads the oldest upload of the organization that was served least recently, so that the cards of one
 * organization keep no other one waiting (decisions/139). There is a job for each upload, so that each is read. A job that
 * is tried again goes on with the upload that it took. `own`: the upload that the job was added for, which is read in any
 * case when no other one is open.
 */
export async function takeTurn({ em, request }: Context, own: number): Promise<number | null> {
  await em.execute('select pg_advisory_xact_lock(?)', [LOCK]);
  for (;;) {
    const [next] = await em.execute<{ id: number | null }[]>(
      `select coalesce(
         (select u.id from uploads u where u.state = 'parsing' and u.read_by = ? limit 1),
         (select u.id from (select u.org_id, min(u.id) as id from uploads u where ${IS_OPEN} group by u.org_id) u
           order by (select max(served.turn) from uploads served where served.org_id = u.org_id) nulls first, u.id limit 1),
         (select u.id from uploads u where u.id = ? and u.state = 'parsing')) as id`,
      [request.id, own],
    );
    if (next!.id === null) return null;
    // A job that was lost may end at this moment with the upload: then it is not taken, and the next one is looked for.
    const taken = await write(em)
      .updateTable('uploads')
      .set({
        state: 'parsing',
        read_by: request.id,
        turn: sql<string>`(select coalesce(max(turn), 0) + 1 from uploads)`,
      })
      .where('id', '=', next!.id)
      .where('state', 'in', ['queued', 'parsing'])
      .returning('id')
      .executeTakeFirst();
    if (taken) return taken.id;
  }
}
