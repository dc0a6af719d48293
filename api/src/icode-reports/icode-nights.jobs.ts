import type { Job } from '../queue/job.ts';
import { codesAfter, judgeCodes } from './icode-nights.service.ts';

/** 3 or 4 a.m. in New York. */
const NIGHT = 8;
const BATCH = 500;

/** A code was entered: it may contradict others of its device. */
export const judgeCodesJob: Job<'judge-codes'> = {
  name: 'judge-codes',
  retries: 5,
  timeoutSeconds: 60,
  run: async (ctx, key) => void (await ctx.run('write', () => judgeCodes(ctx, key))),
};

/** Verifies the nights of all one-day codes every night, also those that were entered before they were judged. */
export const sweepCodes: Job<'sweep-codes'> = {
  name: 'sweep-codes',
  retries: 5,
  timeoutSeconds: 3600,
  dailyAtHour: NIGHT,
  run: async (ctx) => {
    let last = { machineId: 0, patientId: 0 };
    let changed = 0;
    for (;;) {
      const keys = await ctx.run('read', () => codesAfter(ctx, last, BATCH));
      for (const key of keys) changed += await ctx.run('write', () => judgeCodes(ctx, key));
      if (keys.length < BATCH) break;
      last = keys.at(-1)!;
    }
    if (changed > 0) ctx.app.log.info({ changed }, 'nights of one-day codes changed whether they count');
  },
};
