import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { forecast } from '../compliance/compliance-forecast.ts';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { checked } from '../graphql/checked.ts';
import { Machine } from '../machines/machine.entity.ts';
import { SortDirection } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import type { UsageNight } from '../usage/usage-night.entity.ts';
import { NightSourceEnum } from '../usage/usage-night.entity.ts';
import { checkUsageDates } from './usage-dates-check.ts';
import { DATE_LOG_PAGE } from './usage-dates.list.ts';
import { canChangeUsageDates } from './usage-dates.policy.ts';
import { MAX_DATES } from './usage-dates.rules.ts';
import {
  changeUsageDates,
  correctedOfMachine,
  logOfMachine,
  resetRecordNo,
  savedText,
  undoUsageDates,
  usageOfMachine,
  type UsageOrder,
} from './usage-dates.service.ts';
import {
  ChangeUsageDatesCheck,
  ChangeUsageDatesInput,
  ChangeUsageDatesPayload,
  MachineUsage,
  ResetRecordNoInput,
  ResetRecordNoPayload,
  UndoUsageDatesInput,
  UndoUsageDatesPayload,
  UsageDateChanges,
  UsageRowOrderEnum,
} from './usage-dates.types.ts';
import { usageRangeOf } from './usage-dates-range.ts';

const NIGHTS = { description: 'The machine, the source, and the nights with their new dates.' };
const PAGE = { defaultValue: 1, description: 'Page number, from 1.' };

@Resolver(() => Machine)
export class UsageDatesResolver {
  @FieldResolver(() => MachineUsage, {
    description: 'Nights of this machine, of patients that the viewer may see.',
  })
  usage(
    @Root() machine: Machine,
    @Arg('page', () => Int, PAGE) page: number,
    @Arg('limit', () => Int, { defaultValue: MAX_DATES, description: 'Number of nights per page, at most 500.' })
    limit: number,
    @Arg('orderBy', () => UsageRowOrderEnum, { defaultValue: 'created', description: 'Column to sort by.' })
    orderBy: UsageOrder,
    @Arg('orderDir', () => SortDirection, { defaultValue: SortDirection.DESC, description: 'Sort direction.' })
    orderDir: SortDirection,
    @Ctx() ctx: Context,
    @Arg('source', () => NightSourceEnum, { nullable: true, description: 'Source of the nights; all when omitted.' })
    source?: UsageNight['source'] | null,
    @Arg('startDate', () => String, {
      nullable: true,
      description: 'First date, with endDate; all dates without them.',
    })
    startDate?: string | null,
    @Arg('endDate', () => String, { nullable: true, description: 'Last date, with startDate.' })
    endDate?: string | null,
  ): Promise<MachineUsage> {
    return usageOfMachine(ctx, machine, {
      page: Math.max(1, page),
      limit: Math.min(Math.max(1, limit), MAX_DATES),
      source: source ?? null,
      orderBy,
      orderDir: orderDir === SortDirection.ASC ? 'asc' : 'desc',
      range: usageRangeOf(startDate, endDate),
    });
  }

  @FieldResolver(() => Int, {
    description: 'Number of nights of this machine that carry a corrected date, of patients that the viewer may see.',
  })
  correctedNights(@Root() machine: Machine, @Ctx() ctx: Context): Promise<number> {
    return correctedOfMachine(ctx, machine);
  }

  @FieldResolver(() => UsageDateChanges, {
    description: 'The date change audit log of this machine, newest first, of patients that the viewer may see.',
  })
  usageDateChanges(
    @Root() machine: Machine,
    @Arg('page', () => Int, PAGE) page: number,
    @Arg('limit', () => Int, { defaultValue: DATE_LOG_PAGE, description: 'Number of lines per page, at most 100.' })
    limit: number,
    @Ctx() ctx: Context,
  ): Promise<UsageDateChanges> {
    return logOfMachine(ctx, machine, page, limit);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may change the dates of its nights.' })
  viewerCanChangeUsageDates(@Ctx() ctx: Context): boolean {
    return canChangeUsageDates(ctx.viewer);
  }

  @Query(() => ChangeUsageDatesCheck, {
    description:
      'The dry run of changeUsageDates: every reason for a refusal, or the nights that would move and compliance before and after.',
  })
  checkChangeUsageDates(
    @Arg('input', () => ChangeUsageDatesInput, NIGHTS) { machineId, ...input }: ChangeUsageDatesInput,
    @Ctx() ctx: Context,
  ): Promise<ChangeUsageDatesCheck> {
    return checked(ctx, ChangeUsageDatesCheck, async () => {
      const { moves, nights } = await checkUsageDates(ctx, rowId('Machine', machineId), input);
      const patients = await forecast(ctx, moves, nights);
      ctx.shows(patients.map(({ patient }) => patient.id));
      return {
        moves: moves.map(({ id, oldDate, newDate }) => ({ nightId: id, oldDate, newDate })),
        patients: patients.map((found) => new UsageDateForecast(found)),
      };
    });
  }

  @Mutation(() => ChangeUsageDatesPayload, {
    description:
      'Moves nights of a machine to other dates, all or none. The recorded dates stay, each change is a line of the audit log, and compliance is recalculated.',
  })
  async changeUsageDates(
    @Arg('input', () => ChangeUsageDatesInput, NIGHTS) { machineId, ...input }: ChangeUsageDatesInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ChangeUsageDatesPayload>> {
    const changed = await changeUsageDates(ctx, rowId('Machine', machineId), input);
    return { machine: changed.machine, result: translate(ctx.locale, savedText(changed)) };
  }

  @Mutation(() => UndoUsageDatesPayload, {
    description: 'Moves nights back to the dates that the device recorded: a change like any other.',
  })
  async undoUsageDates(
    @Arg('input', () => UndoUsageDatesInput, { description: 'The machine, the source, and the nights.' })
    { machineId, ...input }: UndoUsageDatesInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UndoUsageDatesPayload>> {
    const changed = await undoUsageDates(ctx, rowId('Machine', machineId), input);
    return { machine: changed.machine, result: translate(ctx.locale, savedText(changed)) };
  }

  @Mutation(() => ResetRecordNoPayload, {
    description:
      "Sets the record number of the machine's newest valid wireless night to 0, so that the counter of the device may start again.",
  })
  async resetRecordNo(
    @Arg('input', () => ResetRecordNoInput, { description: 'The machine and its newest valid wireless night.' })
    { machineId, nightId }: ResetRecordNoInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ResetRecordNoPayload>> {
    const machine = await resetRecordNo(ctx, rowId('Machine', machineId), nightId);
    return { machine, result: translate(ctx.locale, 'usage_dates.reset') };
  }
}
