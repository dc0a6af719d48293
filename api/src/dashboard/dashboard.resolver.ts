import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { readDashboard } from './dashboard.service.ts';
import { Dashboard } from './dashboard.types.ts';

@Resolver()
export class DashboardResolver {
  @Query(() => Dashboard, { description: 'Open work and an overview of today, limited to what the viewer may see.' })
  dashboard(@Ctx() ctx: Context): Promise<Dashboard> {
    return readDashboard(ctx);
  }
}
