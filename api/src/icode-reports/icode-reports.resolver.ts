import { Arg, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { pressureKindOf, PressureKindEnum, type PressureKind } from '../machines/machines-pressure.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { best30Percent, compliancePercent } from './icode-statistics.ts';
import { ICodeReport } from './icode-report.entity.ts';
import { canUploadICode } from './icode-reports.policy.ts';
import { checkReports, createReports, listReports, reportsOf } from './icode-reports.service.ts';
import { CreateICodeReportsCheck, CreateICodeReportsInput, CreateICodeReportsPayload } from './icode-reports.types.ts';

@Resolver(() => ICodeReport)
export class ICodeReportsResolver {
  @Query(() => [ICodeReport], {
    description:
      'Reports that match every given condition (at least one): the newest 1000, newest first, or in the order of ids. Reports that the viewer may not see are omitted.',
  })
  icodeReports(
    @Ctx() ctx: Context,
    @Arg('patientId', () => ID, { nullable: true, description: 'Id of the patient whose reports are returned.' })
    patientId?: string | null,
    @Arg('serial', () => String, {
      nullable: true,
      description: 'Serial number of the device whose reports are returned.',
    })
    serial?: string | null,
    @Arg('ids', () => [ID], { nullable: true, description: 'Ids of the reports, at most 100.' }) ids?: string[] | null,
  ): Promise<ICodeReport[]> {
    return listReports(ctx, { patientId, serial, ids });
  }

  @Query(() => CreateICodeReportsCheck, {
    description: 'Every reason why createICodeReports would refuse the input, without writing.',
  })
  checkCreateICodeReports(
    @Arg('input', () => CreateICodeReportsInput, { description: 'The same input as for createICodeReports.' })
    input: CreateICodeReportsInput,
    @Ctx() ctx: Context,
  ): Promise<CreateICodeReportsCheck> {
    return checked(ctx, CreateICodeReportsCheck, async () => void (await checkReports(ctx, input)));
  }

  @Mutation(() => CreateICodeReportsPayload, {
    description:
      'Enters 1 to 4 iCodes of a device: all of them or, with userErrors, none. Repeating the same input changes nothing.',
  })
  async createICodeReports(
    @Arg('input', () => CreateICodeReportsInput, { description: 'Serial number, codes and their collection dates.' })
    input: CreateICodeReportsInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateICodeReportsPayload>> {
    const { reports, patient } = await createReports(ctx, input);
    return { icodeReports: reports, patient };
  }

  @FieldResolver(() => Float, {
    description: 'Days that met the threshold, in percent of the days covered, with 2 decimals.',
  })
  compliancePercent(@Root() report: ICodeReport): number {
    return compliancePercent(report.compliantDays, report.icodePeriod);
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description: 'Best 30 in percent of 30 days, with 2 decimals; null when the period is shorter than 30 days.',
  })
  best30Percent(@Root() { shownBest30 }: ICodeReport): number | null {
    return shownBest30 === null ? null : best30Percent(shownBest30);
  }

  @FieldResolver(() => PressureKindEnum, {
    nullable: true,
    description: 'Kind of `pressure` and `p95`, by the model; null when the viewer may not see the device.',
  })
  pressureKind(@Root() { machineId }: ICodeReport, @Ctx() ctx: Context): Promise<PressureKind | null> {
    return pressureKindOf(ctx, machineId);
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
    @Arg('serial', () => String, { nullable: true, description: "Limits the reports to this device's serial number." })
    serial?: string | null,
  ): Promise<ICodeReport[]> {
    return reportsOf(ctx, patient, serial);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may enter iCodes for the patient.' })
  viewerCanUploadICode(@Root() _patient: Patient, @Ctx() ctx: Context): boolean {
    return canUploadICode(ctx.viewer);
  }
}
