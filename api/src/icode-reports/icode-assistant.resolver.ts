import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { callPlanOf, contradictingReports } from './icode-assistant.service.ts';
import { ICodeCallPlan, ICodeContradiction } from './icode-assistant.types.ts';

@Resolver(() => Patient)
export class PatientICodeAssistantResolver {
  @FieldResolver(() => ICodeCallPlan, {
    description:
      'The days on which to have iCodes read so that they catch the nights that meet the rule of use: codes roll, so each day shows another window.',
  })
  iCodeCalls(@Root() patient: Patient, @Ctx() ctx: Context): Promise<ICodeCallPlan> {
    return callPlanOf(ctx, patient);
  }

  @FieldResolver(() => [ICodeContradiction], {
    description:
      'Codes of a device that cannot all be right, such as a week with more compliant days than the month that contains it, or that do not fit the recorded nights: have them read again.',
  })
  iCodeContradictions(@Root() patient: Patient, @Ctx() ctx: Context): Promise<ICodeContradiction[]> {
    return contradictingReports(ctx, patient);
  }
}
