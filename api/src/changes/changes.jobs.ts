import type { Job } from '../queue/job.ts';
import type { Context } from '../shared/context.ts';

const HOUR_MS = 3_600_000;
/** Lines or results of one statement, which has five seconds (db/orm.ts). */
const PORTION = 5000;
/** 3 or 4 a.m. in New York. */
const NIGHT = 8;

/** Calls a function of the database with a portion until it finds none. */
async function inPortions(ctx: Context, name: 'delete_old_changes' | 'compliance_states_of_today'): Promise<void> {
  for (let found = PORTION; found === PORTION;) {
    const rows = await ctx.run('write', () =>
      ctx.em.execute<{ found: number }[]>(`select ${name}(?) as found`, [PORTION]),
    );
    found = rows[0]!.found;
  }
}

/** Deletes lines of changes after 30 days, every night. */
export const sweepChanges: Job<'sweep-changes'> = {
  name: 'sweep-changes',
  retries: 5,
  timeoutSeconds: 3600,
  dailyAtHour: NIGHT,
  run: async (ctx) => inPortions(ctx, 'delete_old_changes'),
};

/** Notes the results whose state changed because a day passed, every hour: providers have zones. */
export const noteComplianceStates: Job<'note-compliance-states'> = {
  name: 'note-compliance-states',
  retries: 5,
  timeoutSeconds: 3600,
  atStart: { data: {}, key: 'start' },
  everyMs: HOUR_MS,
  run: async (ctx) => inPortions(ctx, 'compliance_states_of_today'),
};
