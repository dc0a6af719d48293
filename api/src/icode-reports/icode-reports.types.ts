import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { ICodeReaderEnum, ICodeReadingWayEnum, ICodeReport } from './icode-report.entity.ts';
import type { ICodeReader, ICodeReadingWay } from './icode-reports.rules.ts';

@InputType({ description: 'One iCode as the device shows it.' })
export class ICodeInput {
  @Field(() => String, {
    description: 'Date on which the code was read from the device, YYYY-MM-DD; not in the future.',
  })
  collected!: string;

  @Field(() => String, { description: 'The digits; spaces and dashes between them are ignored.' })
  icode!: string;
}

@InputType({ description: 'iCodes of one device.' })
export class CreateICodeReportsInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the patient who has or had the device. Null for an anonymous upload, which is stored without a patient.',
  })
  patientId?: string | null;

  @Field(() => String, { description: 'Serial number of the device that showed the codes.' })
  serial!: string;

  @Field(() => [ICodeInput], { description: '1 to 4 iCodes.' })
  codes!: ICodeInput[];

  @Field(() => ICodeReaderEnum, { nullable: true, description: 'Person who read the codes from the device.' })
  readBy?: ICodeReader | null;

  @Field(() => ICodeReadingWayEnum, { nullable: true, description: 'Way in which the codes reached the staff.' })
  readHow?: ICodeReadingWay | null;
}

@ObjectType({ description: 'Result of checking iCodes without entering them.' })
export class CreateICodeReportsCheck extends Payload {}

@ObjectType({ description: 'Result of entering iCodes.' })
export class CreateICodeReportsPayload extends Payload {
  @Field(() => [ICodeReport], {
    description: 'The reports in the order of the codes; an existing report is returned unchanged. Empty when refused.',
  })
  icodeReports: ICodeReport[] = [];

  @Field(() => Patient, { nullable: true, description: 'The patient; null for an anonymous upload and when refused.' })
  patient: Patient | null = null;
}
