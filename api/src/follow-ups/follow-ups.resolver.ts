import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { FollowUpDecision } from './follow-up-decision.entity.ts';
import { connectionOf, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { toGlobalId } from '../shared/node.ts';
import { failureOf, iCodePeriodsOf, nightsToCall, otherReasonsOf, patientOfFollowUp } from './follow-ups-fields.ts';
import { followUpsOfPatients } from './follow-ups.reads.ts';
import type { FollowUpReason } from './follow-ups.rules.ts';
import {
  checkAssign,
  checkComplete,
  checkReopen,
  checkSnooze,
  decide,
  followUpOf,
  listAssignees,
  listFollowUps,
  openCounts,
} from './follow-ups.service.ts';
import {
  AssignFollowUpInput,
  Colleague,
  CompleteFollowUpInput,
  FollowUp,
  FollowUpCount,
  FollowUpPayload,
  FollowUpReasonEnum,
  FollowUpsArgs,
  ReopenFollowUpInput,
  SnoozeFollowUpInput,
} from './follow-ups.types.ts';
import { CONFLICT } from '../shared/versioned.ts';

const FollowUpConnection = connectionOf(FollowUp, 'FollowUp');

@Resolver(() => FollowUp)
export class FollowUpsResolver {
  @Query(() => FollowUpConnection, {
    description:
      "The patients to call, each with the reason and the last day: the earliest last day first. Decisions are those of the viewer's organization.",
  })
  followUps(@Args(() => FollowUpsArgs) args: FollowUpsArgs, @Ctx() ctx: Context): Promise<ConnectionShape<FollowUp>> {
    return listFollowUps(ctx, args);
  }

  @Query(() => [FollowUpCount], { description: 'The number of open follow-ups of each reason.' })
  followUpCounts(@Ctx() ctx: Context): Promise<FollowUpCount[]> {
    return openCounts(ctx);
  }

  @Query(() => [Colleague], {
    description:
      "The users of the viewer's organization who may read a patient, by name: those who can be given a follow-up. At most 50.",
  })
  async followUpAssignees(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) patientId: string,
    @Arg('search', () => String, { nullable: true, description: 'Text that the name contains; all when omitted.' })
    search: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Colleague[]> {
    const colleagues = await listAssignees(ctx, patientId, search ?? '');
    return colleagues.map(({ id, name }) => ({ id: toGlobalId('User', id), name }));
  }

  @Mutation(() => FollowUpPayload, { description: 'Assigns a follow-up to a colleague, or to no one.' })
  async assignFollowUp(
    @Arg('input', () => AssignFollowUpInput, { description: 'The follow-up and the colleague.' })
    input: AssignFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<FollowUpPayload>> {
    return { decision: await decide(ctx, await checkAssign(ctx, input)) };
  }

  @Mutation(() => FollowUpPayload, { description: 'Hides a follow-up until a day.' })
  async snoozeFollowUp(
    @Arg('input', () => SnoozeFollowUpInput, { description: 'The follow-up and the day.' }) input: SnoozeFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<FollowUpPayload>> {
    return { decision: await decide(ctx, await checkSnooze(ctx, input)) };
  }

  @Mutation(() => FollowUpPayload, {
    description: 'Ends a follow-up with its outcome. It is shown again on a day if its reason still holds.',
  })
  async completeFollowUp(
    @Arg('input', () => CompleteFollowUpInput, { description: 'The follow-up and its outcome.' })
    input: CompleteFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<FollowUpPayload>> {
    return { decision: await decide(ctx, await checkComplete(ctx, input)) };
  }

  @Mutation(() => FollowUpPayload, { description: 'Shows a follow-up that was snoozed or done.' })
  async reopenFollowUp(
    @Arg('input', () => ReopenFollowUpInput, { description: 'The follow-up.' }) input: ReopenFollowUpInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<FollowUpPayload>> {
    return { decision: await decide(ctx, await checkReopen(ctx, input)) };
  }

  @FieldResolver(() => Patient, { description: 'The patient.' })
  patient(@Root() { row }: FollowUp, @Ctx() ctx: Context): Promise<Patient> {
    return patientOfFollowUp(ctx, row);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Of NIGHTS_NEEDED: compliant nights that are still needed in the window that meets the rule first, as in `compliance`; else null.',
  })
  async nightsNeeded(@Root() { row }: FollowUp, @Ctx() ctx: Context): Promise<number | null> {
    return (await nightsToCall(ctx, row))?.needed ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Of NIGHTS_NEEDED: nights that can still be compliant, up to the last one that can complete a window; else null.',
  })
  async nightsLeft(@Root() { row }: FollowUp, @Ctx() ctx: Context): Promise<number | null> {
    return (await nightsToCall(ctx, row))?.left ?? null;
  }

  @FieldResolver(() => [Int], {
    nullable: true,
    description: 'Of ICODE_CALL: periods of the codes to ask for, in days; else null.',
  })
  iCodePeriods(@Root() { row }: FollowUp, @Ctx() ctx: Context): number[] | null {
    return iCodePeriodsOf(ctx, row);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Of SETTINGS_FAILED: why the change failed, in the viewer's language; else null.",
  })
  failureText(@Root() { row }: FollowUp, @Ctx() ctx: Context): Promise<string | null> {
    return failureOf(ctx, row);
  }

  @FieldResolver(() => [FollowUpReasonEnum], { description: 'The other open reasons to call the patient.' })
  otherReasons(@Root() { row }: FollowUp, @Ctx() ctx: Context): Promise<FollowUpReason[]> {
    return otherReasonsOf(ctx, row);
  }
}

@Resolver(() => Patient)
export class PatientFollowUpsResolver {
  @FieldResolver(() => [FollowUp], {
    description:
      'Follow-ups of the patient, at most one for each reason, also snoozed and done ones while their reason holds; the one that ends first comes first.',
  })
  async followUps(@Root() patient: Patient, @Ctx() ctx: Context): Promise<FollowUp[]> {
    const rows = await ctx.loader(followUpsOfPatients).load(patient.id);
    return rows.map((row) => new FollowUp(row));
  }
}

@Resolver(() => FollowUpPayload)
export class FollowUpPayloadResolver {
  @FieldResolver(() => FollowUp, {
    nullable: true,
    description: 'The follow-up after the act; null when it was refused, and when its reason no longer holds.',
  })
  followUp(@Root() { decision }: FollowUpPayload, @Ctx() ctx: Context): Promise<FollowUp | null> | null {
    return decision && followUpOf(ctx, decision);
  }

  @FieldResolver(() => FollowUp, CONFLICT)
  conflict(@Root() { conflict }: FollowUpPayload, @Ctx() ctx: Context): Promise<FollowUp | null> | null {
    return conflict && followUpOf(ctx, conflict as unknown as FollowUpDecision);
  }
}
