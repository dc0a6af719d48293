import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Compliance } from '../compliance/compliance.types.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { Payload } from '../shared/payload.ts';
import { qrCode } from '../shared/qr-code.ts';
import { DateScalar, DateTimeScalar } from '../shared/scalars.ts';
import type { StoredReport } from './compliance-reports.store.ts';
import type { ReportSignature } from './report-package.ts';
import { spokenCode } from './report-code.rules.ts';

/** What a report consists of. */
interface ReportFacts {
  stored: StoredReport;
  /** Of its page. */
  address: string;
  patient: Patient;
  compliance: Compliance;
  current: Compliance;
  isCurrent: boolean;
  changedNights: string[];
}

@ObjectType('ComplianceReportSignature', {
  description:
    'The signature of a report, which anyone can check with the public keys at /.well-known/airlog-report-keys.json.',
})
class ComplianceReportSignature implements ReportSignature {
  @Field(() => String, {
    description: 'Id of the key: the first 16 hexadecimal digits of the SHA-256 of the public key.',
  })
  key!: string;

  @Field(() => String, { description: 'Ed25519.' })
  algorithm!: 'Ed25519';

  @Field(() => String, {
    description:
      'Signature of the JSON that GET /api/verify/{code} returns as `data`, without its signature, in canonical form (RFC 8785); base64url.',
  })
  value!: string;
}

@ObjectType('ComplianceReport', {
  description:
    'A compliance report that was issued: its figures never change. GET /api/verify/{code} returns the same figures as signed JSON.',
})
export class ComplianceReport implements PatientData {
  /** As it was stored. */
  readonly stored: StoredReport;

  @Field(() => String, { description: 'Address of the page of the report.' })
  readonly address: string;

  @Field(() => Patient, { description: 'The patient, with the current record.' })
  readonly patient: Patient;

  @Field(() => Compliance, { description: 'The figures as they were issued.' })
  readonly compliance: Compliance;

  @Field(() => Compliance, {
    description:
      'The figures of the same days computed now, by the same version of the rule: with nights that arrived later, and with the current corrections, assignments and therapy start.',
  })
  readonly current: Compliance;

  @Field(() => Boolean, { description: 'True when the current figures are the issued ones.' })
  readonly isCurrent: boolean;

  @Field(() => [DateScalar], { description: 'The nights that differ in the two, by date.' })
  readonly changedNights: string[];

  constructor({ stored, address, patient, compliance, current, isCurrent, changedNights }: ReportFacts) {
    this.stored = stored;
    this.address = address;
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

  @Field(() => String, { description: 'Name, at that time, of the user who issued it.' })
  get issuedBy(): string {
    return this.stored.issuedBy;
  }

  @Field(() => String, { description: 'Name, at that time, of the organization of that user.' })
  get issuedFor(): string {
    return this.stored.issuedFor;
  }

  @Field(() => String, {
    description: 'SHA-256 of the figures as UTF-8 text, in hexadecimal. The audit log has it in the line of the issue.',
  })
  get digest(): string {
    return this.stored.digest;
  }

  @Field(() => ComplianceReportSignature, {
    nullable: true,
    description: 'The signature; null for a report that was issued before reports were signed.',
  })
  get signature(): ReportSignature | null {
    return this.stored.signature;
  }

  @Field(() => String, { description: 'The address as a QR code: the dark modules as the path of an SVG.' })
  get qrPath(): string {
    return qrCode(this.address).path;
  }

  @Field(() => Int, { description: 'Length of a side of the QR code in modules.' })
  get qrSize(): number {
    return qrCode(this.address).size;
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
