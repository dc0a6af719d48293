import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { connectionOf, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { listFacts, serialOfFact } from './timeline.service.ts';
import { describeFact } from './timeline.texts.ts';
import { PatientFact, TimelineArgs } from './timeline.types.ts';

const PatientFactConnection = connectionOf(PatientFact, 'PatientFact');

@Resolver(() => PatientFact)
export class TimelineResolver {
  @Query(() => PatientFactConnection, {
    description:
      'The recorded facts about the therapy of a patient, newest first: nights, cards, codes, corrections, assignments, therapy start, settings and reports, each with its dates, its time and its user.',
  })
  patientTimeline(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) patientId: string,
    @Args(() => TimelineArgs) args: TimelineArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<PatientFact>> {
    return listFacts(ctx, rowId('Patient', patientId), args);
  }

  @FieldResolver(() => String, { description: "The fact as one line, in the viewer's language." })
  description(@Root() { row }: PatientFact, @Ctx() ctx: Context): string {
    return describeFact(ctx.locale, row);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Serial number of the device; null without one, and when the viewer may not see the device.',
  })
  serial(@Root() { row }: PatientFact, @Ctx() ctx: Context): Promise<string | null> {
    return serialOfFact(ctx, row);
  }
}
