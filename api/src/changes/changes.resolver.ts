import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { ChangeConnection, ChangeTypeEnum, type ChangedType } from './change.types.ts';
import { listChanges } from './changes.service.ts';

@Resolver()
export class ChangesResolver {
  @Query(() => ChangeConnection, {
    description:
      'Changes of the last 30 days to rows that the organization may read. No change is missed, whenever its transaction commits; one row may have several changes. Take a cursor first (no `after`), read the lists, then read the changes after the cursor.',
  })
  changes(
    @Arg('after', () => String, {
      nullable: true,
      description:
        '`pageInfo.endCursor` of the page before. When omitted, the page is empty and has the current cursor.',
    })
    after: string | null,
    @Arg('types', () => [ChangeTypeEnum], {
      nullable: true,
      description: 'Types of rows; all that the viewer may read when omitted.',
    })
    types: ChangedType[] | null,
    @Arg('first', () => Int, {
      nullable: true,
      description: 'Number of changes after the cursor: 50 when omitted, at most 500.',
    })
    first: number | null,
    @Ctx() ctx: Context,
  ): Promise<ChangeConnection> {
    return listChanges(ctx, { after, types, first });
  }
}
