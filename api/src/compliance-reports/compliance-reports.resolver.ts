import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { issueReport, verifyReport } from './compliance-reports.service.ts';
import {
  ComplianceReport,
  IssueComplianceReportInput,
  IssueComplianceReportPayload,
} from './compliance-reports.types.ts';
import { spokenCode } from './report-code.rules.ts';

@Resolver(() => ComplianceReport)
export class ComplianceReportsResolver {
  @Query(() => ComplianceReport, {
    description:
      'The compliance report of a verification code; NOT_FOUND for an unknown code, and for a patient that the viewer may not see.',
  })
  complianceReport(
    @Arg('code', () => String, {
      description: 'The code in any case, with or without hyphens and blanks; O is read as 0, I and L as 1.',
    })
    code: string,
    @Ctx() ctx: Context,
  ): Promise<ComplianceReport> {
    return verifyReport(ctx, code);
  }

  @Mutation(() => IssueComplianceReportPayload, {
    description:
      "Issues a compliance report: keeps the figures of a patient's result as they are now, under a new verification code.",
  })
  async issueComplianceReport(
    @Arg('input', () => IssueComplianceReportInput, { description: 'The patient, the rule and the date.' })
    { patientId, ruleId, asOf }: IssueComplianceReportInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<IssueComplianceReportPayload>> {
    return { code: spokenCode(await issueReport(ctx, rowId('Patient', patientId), { ruleId, asOf })) };
  }
}
