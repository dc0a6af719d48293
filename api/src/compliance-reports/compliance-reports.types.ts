import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Compliance } from '../compliance/compliance.types.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Payload } from '../shared/payload.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { StoredReport } from './compliance-reports.store.ts';
import { spokenCode } from './report-code.rules.ts';

/** What a report consists of. */
interface ReportFacts {
  stored: StoredReport;
  patient: Patient;
  compliance: Compliance;
  current: Compliance;
  isCurrent: boolean;
  changedNights: string[];
}

@ObjectType('ComplianceReport', {
  description:
    'A compliance report that was issued: its figures never change. GET /api/verify/{code} returns the same figures as JSON.',
})
export class ComplianceReport implements PatientData {
  /** As it was stored. */
  readonly stored: StoredReport;

  @Field(() => Patient, { description: 'The patient, as the record is now.' })
  readonly patient: Patient;

  @Field(() => Compliance, { description: 'The figures as they were issued.' })
  readonly compliance: Compliance;

  @Field(() => Compliance, {
    description:
      'The figures of the same days computed now, by the same version of the rule: with nights that arrived later, and with corrections, assignments and therapy start of now.',
  })
  readonly current: Compliance;

  @Field(() => Boolean, { description: 'True when the figures computed now are those that were issued.' })
  readonly isCurrent: boolean;

  @Field(() => [DateScalar], { description: 'The nights that the two show differently, by date.' })
  readonly changedNights: string[];

  constructor({ stored, patient, compliance, current, isCurrent, changedNights }: ReportFacts) {
    this.stored = stored;
    this.patient = patient;
    this.compliance = compliance;
    this.current = current;
    this.isCurrent = isCurrent;
    this.changedNights = changedNights;
  }

  @Field(() => String, {
    description:
      'The verification code in groups of four, such as 7K3M-9QXT-2HCW. The last character checks the others.',
  })
  get code(): string {
    return spokenCode(this.stored.code);
  }

  @Field(() => DateTimeScalar, { description: 'Time at which it was issued.' })
  get issuedAt(): Date {
    return this.stored.issuedAt;
  }

  @Field(() => String, { description: 'Name of the user who issued it, as it was then.' })
  get issuedBy(): string {
    return this.stored.issuedBy;
  }

  @Field(() => String, { description: 'Name of the organization of that user, as it was then.' })
  get issuedFor(): string {
    return this.stored.issuedFor;
  }

  @Field(() => String, {
    description: 'SHA-256 of the figures as UTF-8 text, in hexadecimal. The audit log has it in the line of the issue.',
  })
  get digest(): string {
    return this.stored.digest;
  }

  patientShown(): number {
    return this.patient.id;
  }
}

@InputType({ description: 'A compliance report to issue.' })
export class IssueComplianceReportInput {
  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the rule in requests, one of `complianceRules`; the default rule when omitted.',
  })
  ruleId?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'Date of the result; today when omitted.' })
  asOf?: string | null;
}

@ObjectType({ description: 'Result of issuing a compliance report.' })
export class IssueComplianceReportPayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description: 'The verification code, with which complianceReport returns the report; null when refused.',
  })
  code: string | null = null;
}
