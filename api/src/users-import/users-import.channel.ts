import { join, type Channel } from '../realtime/channel.ts';
import { beginningWith } from '../realtime/events.ts';
import type { Context } from '../shared/context.ts';

/** An import of users began, advanced or ended. */
export const usersImportChannel: Channel<'user-import.progressed', { importId: number }> = {
  topic: 'user-import.progressed',
  key: 'importId',
  afterGap: (importId) => ({ importId }),
  // Row-level security shows those that the viewer may follow.
  canJoin: async ({ em }, id) =>
    (await em.execute<unknown[]>('select from user_imports where id = ?', [id])).length > 0,
};

/**
 * Subscribes to the progress of an import; throws NotFound for one that the viewer did not start. The first event comes
 * at once: what the job did while a page was not connected is not missed.
 */
export const userImportEvents = async (ctx: Context, importId: number): Promise<AsyncIterable<{ importId: number }>> =>
  beginningWith({ importId }, await join(ctx, usersImportChannel, importId));
