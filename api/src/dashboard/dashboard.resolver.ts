import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { firstFollowUps, openCounts } from '../follow-ups/follow-ups.service.ts';
import { FollowUp, FollowUpCount } from '../follow-ups/follow-ups.types.ts';
import { figuresVerified } from '../verification/verification.service.ts';
import { FigureVerification } from '../verification/verification.types.ts';
import { firstRows, readDashboard } from './dashboard.service.ts';
import { Dashboard, DashboardRow } from './dashboard.types.ts';
import { firstSteps } from './first-steps.service.ts';
import { FirstStep } from './first-steps.types.ts';

@Resolver(() => Dashboard)
export class DashboardResolver {
  @Query(() => Dashboard, { description: 'Open work and an overview of today, limited to what the viewer may see.' })
  dashboard(@Ctx() ctx: Context): Promise<Pick<Dashboard, 'cards'>> {
    return readDashboard(ctx);
  }

  @FieldResolver(() => [DashboardRow])
  rows(@Ctx() ctx: Context): Promise<DashboardRow[]> {
    return firstRows(ctx);
  }

  @FieldResolver(() => [FollowUpCount])
  followUpCounts(@Ctx() ctx: Context): Promise<FollowUpCount[]> {
    return openCounts(ctx);
  }

  @FieldResolver(() => [FollowUp])
  followUps(@Ctx() ctx: Context): Promise<FollowUp[]> {
    return firstFollowUps(ctx);
  }

  @FieldResolver(() => [FirstStep])
  firstSteps(@Ctx() ctx: Context): Promise<FirstStep[]> {
    return firstSteps(ctx);
  }

  @FieldResolver(() => FigureVerification)
  verification(@Ctx() ctx: Context): Promise<FigureVerification> {
    return figuresVerified(ctx);
  }
}
