import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import type { PatientDecline } from './patient-declines.service.ts';

@InputType({ description: "A patient of another organization that the viewer's organization does not take." })
export class DeclinePatientInput {
  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => String, {
    description: "Reason of 1 to 1,000 characters. Staff of the patient's organization can read it.",
  })
  reason!: string;
}

@ObjectType({ description: 'Every reason why declinePatient would refuse the input.' })
export class DeclinePatientCheck extends Payload {}

@ObjectType({ description: 'Result of declining a patient.' })
export class DeclinePatientPayload extends Payload {
  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the patient, who has left the lists of the viewer; null when refused.',
  })
  declinedPatientId: string | null = null;
}

@ObjectType('PatientDecline', {
  description: 'An organization that declined a patient and does not see the patient now.',
})
export class PatientDeclineType implements Omit<PatientDecline, 'patientId'> {
  @Field(() => String, { description: 'Name of the organization when it declined.' })
  partnerName!: string;

  @Field(() => String, { description: 'The reason that it gave.' })
  reason!: string;

  @Field(() => DateTimeScalar, {
    description: 'Time at which it declined. It cannot be connected with the patient again for 30 days.',
  })
  declinedAt!: Date;
}
