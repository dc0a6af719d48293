import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { Payload } from '../shared/payload.ts';
import { ICodeReport } from './icode-report.entity.ts';

@InputType({ description: 'One iCode as the device shows it.' })
export class ICodeInput {
  @Field(() => String, {
    description: 'The day on which the code was read from the device, YYYY-MM-DD; not in the future.',
  })
  collected!: string;

  @Field(() => String, { description: 'The digits; blanks and dashes between them do not matter.' })
  icode!: string;
}

@InputType({ description: 'Codes of one device.' })
export class CreateICodeReportsInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The patient who has or had the device. Null: an anonymous upload, kept apart from every patient.',
  })
  patientId?: string | null;

  @Field(() => String, { description: 'Serial number of the device that showed the codes.' })
  serial!: string;

  @Field(() => [ICodeInput], { description: '1 to 4 codes.' })
  codes!: ICodeInput[];
}

@ObjectType({ description: 'Result of entering iCodes.' })
export class CreateICodeReportsPayload extends Payload {
  @Field(() => [ICodeReport], {
    description:
      'The reports in the order of the codes; one that was there already is answered as it is. Empty when refused.',
  })
  icodeReports?: ICodeReport[];

  @Field(() => Patient, { nullable: true, description: 'The patient; null for an anonymous upload and when refused.' })
  patient?: Patient | null;
}
