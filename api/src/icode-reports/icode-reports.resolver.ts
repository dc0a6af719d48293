import { Arg, Args, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { canListDevices } from '../device-index/device-index.policy.ts';
import { checked } from '../graphql/checked.ts';
import { Machine } from '../machines/machine.entity.ts';
import { pressureKindOf, PressureKindEnum, type PressureKind } from '../machines/machines-pressure.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { listTypes } from '../shared/list-types.ts';
import { User } from '../users/user.entity.ts';
import { best30Percent, compliancePercent } from './icode-statistics.ts';
import { ICodeReport } from './icode-report.entity.ts';
import { iCodeReportsList } from './icode-reports.list.ts';
import { canUploadICode } from './icode-reports.policy.ts';
import {
  checkReports,
  createReports,
  machineOf,
  pageOfReports,
  reportsOf,
  submitterOf,
} from './icode-reports.service.ts';
import { CreateICodeReportsCheck, CreateICodeReportsInput, CreateICodeReportsPayload } from './icode-reports.types.ts';

const ICodeReportConnection = connectionOf(ICodeReport, 'ICodeReport');
const { Args: ICodeReportsArgs } = listTypes('ICodeReports', iCodeReportsList);

@Resolver(() => ICodeReport)
export class ICodeReportsResolver {
  @Query(() => ICodeReportConnection, {
    description:
      'The iCode reports that the viewer may see, newest first, also those without a patient. Search matches the serial number.',
  })
  icodeReports(
    @Args(() => ICodeReportsArgs) args: ListArgs,
    @Ctx() ctx: Context,
    @Arg('ids', () => [ID], {
      nullable: true,
      description: 'Global ids or integer ids of the reports, at most 100. Those not visible are left out.',
    })
    ids?: string[] | null,
  ): Promise<ConnectionShape<ICodeReport>> {
    return pageOfReports(ctx, args, ids);
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

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user who entered the code; null for one without a login, and for a user who is not visible.',
  })
  submitter(@Root() report: ICodeReport, @Ctx() ctx: Context): Promise<User | null> {
    return submitterOf(ctx, report);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The patient; null for a report without one, and when the viewer may not read the patient.',
  })
  patient(@Root() report: ICodeReport, @Ctx() ctx: Context): Promise<Patient | null> {
    return readablePatient(ctx, report.patient?.id ?? null);
  }

  @FieldResolver(() => Machine, {
    nullable: true,
    description: 'The device; null when it is not known, or when the viewer may not see it now.',
  })
  async machine(@Root() report: ICodeReport, @Ctx() ctx: Context): Promise<Machine | null> {
    return canListDevices(ctx.viewer) ? machineOf(ctx, report) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Name of the device's model; null when the viewer may not see the device now.",
  })
  async model(@Root() report: ICodeReport, @Ctx() ctx: Context): Promise<string | null> {
    return (await machineOf(ctx, report))?.model ?? null;
  }

  @FieldResolver(() => Organization, {
    nullable: true,
    description:
      "The organization that the report belongs to: the patient's, and without a patient that of the user who entered the code.",
  })
  organization(@Root() { orgId }: ICodeReport, @Ctx() ctx: Context): Promise<Organization | null> {
    return ctx.loader(organizationsById).load(orgId);
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
