import type { Context } from '../shared/context.ts';
import { validate } from '../shared/validate.ts';
import { write } from '../db/write.ts';
import { dismissedNoticeRules } from './dismissed-notices.rules.ts';
import type { DismissedNotice } from './dismissed-notices.types.ts';

/** SQL of whether a user has dismissed the first steps; its parameter is the user. */
export const FIRST_STEPS_DISMISSED = `exists (select from dismissed_notices where user_id = ? and notice = 'first_steps')`;

/** Returns the notices that the viewer has dismissed, by name. */
export const listDismissedNotices = ({ em, viewer }: Context): Promise<DismissedNotice[]> =>
  em.execute<DismissedNotice[]>(
    'select notice, version as "newsVersion" from dismissed_notices where user_id = ? order by notice',
    [viewer.userId],
  );

/** Dismisses a notice for the viewer, in all of their browsers; a repeated call changes nothing. Throws InvalidInput. */
export async function dismissNotice(ctx: Context, raw: unknown): Promise<void> {
  const { notice, newsVersion: version } = await validate(dismissedNoticeRules, raw);
  const { orgId, userId } = ctx.viewer;
  await write(ctx.em)
    .insertInto('dismissed_notices')
    .values({ org_id: orgId, user_id: userId, notice, version, dismissed_at: ctx.app.now() })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'notice']).doUpdateSet({ version, dismissed_at: ctx.app.now() }),
    )
    .execute();
}
