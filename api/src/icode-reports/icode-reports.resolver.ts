import { Arg, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { userErrorsOf } from '../graphql/root-fields.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { UserError } from '../shared/payload.ts';
import { best30Percent, compliancePercent } from './icode.statistics.ts';
import { ICodeReport } from './icode-report.entity.ts';
import { canUploadICode } from './icode-reports.policy.ts';
import { checkReports, createReports, listReports, reportsOf } from './icode-reports.service.ts';
import { CreateICodeReportsInput, CreateICodeReportsPayload } from './icode-reports.types.ts';

@Resolver(() => ICodeReport)
export class ICodeReportsResolver {
  @Query(() => [ICodeReport], {
    description:
      'Reports that meet every condition, at least one: the newest 1000, newest first; by ids in the order asked. What the viewer may not see is absent.',
  })
  icodeReports(
    @Ctx() ctx: Context,
    @Arg('patientId', () => ID, { nullable: true, description: 'Reports of this patient.' }) patientId?: string | null,
    @Arg('serial', () => String, { nullable: true, description: 'Reports of this device.' }) serial?: string | null,
    @Arg('ids', () => [ID], { nullable: true, description: 'These reports; at most 100.' }) ids?: string[] | null,
  ): Promise<ICodeReport[]> {
    return listReports(ctx, { patientId, serial, ids });
  }

  @Query(() => [UserError], { description: 'Everything that would refuse createICodeReports, without writing.' })
  async checkCreateICodeReports(
    @Arg('input', () => CreateICodeReportsInput, { description: 'As for createICodeReports.' })
    input: CreateICodeReportsInput,
    @Ctx() ctx: Context,
  ): Promise<UserError[]> {
    try {
      await checkReports(ctx, input);
      return [];
    } catch (error) {
      if (error instanceof InvalidInput) return userErrorsOf(ctx, error);
      throw error;
    }
  }

  @Mutation(() => CreateICodeReportsPayload, {
    description:
      'Enters 1 to 4 iCodes of a device: all of them or, with userErrors, none. Sending the same again changes nothing.',
  })
  async createICodeReports(
    @Arg('input', () => CreateICodeReportsInput, { description: 'Serial number, codes and their collection dates.' })
    input: CreateICodeReportsInput,
    @Ctx() ctx: Context,
  ): Promise<CreateICodeReportsPayload> {
    const { reports, patient } = await createReports(ctx, input);
    return { icodeReports: reports, patient, userErrors: [] };
  }

  @FieldResolver(() => Float, {
    description: 'Days that met the threshold, of the days covered; percent with 2 decimals.',
  })
  compliancePercent(@Root() report: ICodeReport): number {
    return compliancePercent(report.compliantDays, report.icodePeriod);
  }

  @FieldResolver(() => Float, { description: 'Best 30 of 30 days; percent with 2 decimals.' })
  best30Percent(@Root() report: ICodeReport): number {
    return best30Percent(report.best30);
  }
}

@Resolver(() => CreateICodeReportsPayload)
export class CreateICodeReportsPayloadResolver {
  // A refused mutation answers its refusals only; the list is never null.
  @FieldResolver(() => [ICodeReport])
  icodeReports(@Root() { icodeReports }: CreateICodeReportsPayload): ICodeReport[] {
    return icodeReports ?? [];
  }
}

@Resolver(() => Patient)
export class PatientICodeReportsResolver {
  @FieldResolver(() => [ICodeReport], {
    description: 'Reports of the iCodes that were entered for the patient, newest first.',
  })
  icodeReports(
    @Root() patient: Patient,
    @Ctx() ctx: Context,
    @Arg('serial', () => String, { nullable: true, description: 'Only of this device.' }) serial?: string | null,
  ): Promise<ICodeReport[]> {
    return reportsOf(ctx, patient, serial);
  }

  @FieldResolver(() => Boolean, { description: 'The viewer may enter iCodes for the patient.' })
  viewerCanUploadICode(@Root() _patient: Patient, @Ctx() ctx: Context): boolean {
    return canUploadICode(ctx.viewer);
  }
}
