import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';
import type { Context } from '../shared/context.ts';
import { dismissNotice, listDismissedNotices } from './dismissed-notices.service.ts';
import { DismissedNotice, DismissNoticeInput, DismissNoticePayload } from './dismissed-notices.types.ts';

@Resolver(() => ViewerType)
export class DismissedNoticesResolver {
  @FieldResolver(() => [DismissedNotice], { description: 'The notices that the viewer has dismissed.' })
  dismissedNotices(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<DismissedNotice[]> {
    return listDismissedNotices(ctx);
  }

  @Mutation(() => DismissNoticePayload, {
    description: 'Dismisses a notice for the viewer, in every browser they use.',
  })
  async dismissNotice(
    @Arg('input', () => DismissNoticeInput, { description: 'The notice to dismiss.' }) input: DismissNoticeInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DismissNoticePayload>> {
    await dismissNotice(ctx, input);
    return { viewer: viewerOf(ctx.viewer) };
  }
}
