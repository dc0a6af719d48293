import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { Patient, SexEnum, type Sex } from './patient.entity.ts';
import type { RowVersion } from '../shared/conflict.ts';
import { CONFLICT, SEEN, VersionedPayload, VersionScalar } from '../shared/versioned.ts';

@InputType({ description: 'The record of a patient. Only the organization of the patient may change all of it.' })
class PatientInput {
  @Field(() => String, {
    nullable: true,
    description: 'Given name of at most 255 characters; a new patient needs one.',
  })
  firstName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Family name of at most 255 characters; a new patient needs one.',
  })
  lastName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Patient number assigned by the organization, at most 64 characters; null for none.',
  })
  assignedId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True when the patient is shown as Active; new patients are by default.',
  })
  isRulesActive?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Birth date, YYYY-MM-DD: from 1900-01-01 to today of the patient's organization; null when unknown.",
  })
  birthDate?: string | null;

  @Field(() => SexEnum, { nullable: true, description: 'Sex; null when unknown.' })
  sex?: Sex | null;

  @Field(() => String, {
    nullable: true,
    description:
      'First day of therapy and of the compliance period, YYYY-MM-DD: from 2000-01-01 and the birth date to a year from today; null before the therapy. Another one computes compliance again.',
  })
  therapyStart?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Serial number of a device that a new patient gets as of today, with devicePin. For an existing patient it is read-only: a change is refused, because devices are changed among the patient's devices.",
  })
  currentSerial?: string | null;

  @Field(() => String, { nullable: true, description: 'PIN of the device of a new patient, 4 to 8 digits.' })
  devicePin?: string | null;

  @Field(() => String, { nullable: true, description: 'Note of at most 2,000 characters; null for none.' })
  note?: string | null;

  @Field(() => String, { nullable: true, description: 'Street and number; null when unknown.' })
  address1?: string | null;

  @Field(() => String, { nullable: true, description: 'Second line of the address; null when there is none.' })
  address2?: string | null;

  @Field(() => String, { nullable: true, description: 'Country: US or CA; US for new patients by default.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'City; a new patient needs one.' })
  city?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Code of a state or territory of the country, or of a province; a new patient needs one.',
  })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'ZIP or postal code of the country; null when unknown.' })
  zip?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Phone number of the United States, Canada or Puerto Rico: ten digits, or (XXX) XXX-XXXX. Null for none.',
  })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'Mobile phone number, as phone. Null for none.' })
  mobilePhone?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address of at most 255 characters; null for none.' })
  email?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id or integer id of the provider (DME), an active equipment provider, which then sees the patient; a new patient needs one.',
  })
  dmeId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id or integer id of the clinician in charge, whose organization then sees the patient: one of your clinicians, or one whose name you already see. Null for none.',
  })
  clinicianId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id or integer id of the physician, of the same users as the clinician. Null for none.',
  })
  physicianId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "Global id or integer id of an open location of the patient's organization. Users of locations and groups need one of theirs; null for none.",
  })
  locationId?: string | null;
}

@InputType({ description: "A new patient of the viewer's organization." })
export class CreatePatientInput extends PatientInput {}

@InputType({ description: 'New values of a patient. An omitted field stays as it is, null empties it.' })
export class UpdatePatientInput extends PatientInput {
  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => VersionScalar, SEEN)
  version?: RowVersion | null;
}

@WithoutPatients()
@ObjectType({ description: 'The name of an organization that sees, or would see, a patient.' })
export class PatientOrganization {
  @Field(() => Int, { description: 'Integer id of the organization.' })
  databaseId!: number;

  @Field(() => String, { description: 'Its name.' })
  name!: string;
}

@WithoutPatients()
@ObjectType({ description: 'The organizations whose access to a patient an input would begin or end.' })
export class PatientAccessChange {
  @Field(() => [PatientOrganization], { description: 'Organizations that would gain access to the patient, by name.' })
  gains!: PatientOrganization[];

  @Field(() => [PatientOrganization], { description: 'Those that would no longer see the patient, by name.' })
  loses!: PatientOrganization[];
}

@WithoutPatients()
@ObjectType({
  description:
    'Every reason why createPatient would refuse the input, and the organizations that would see the patient.',
})
export class CreatePatientCheck extends Payload {
  @Field(() => PatientAccessChange, {
    nullable: true,
    description:
      'Organizations that would gain or lose access; null when refused, and when only some fields were checked.',
  })
  access: PatientAccessChange | null = null;
}

@ObjectType({ description: 'Result of creating a patient.' })
export class CreatePatientPayload extends Payload {
  @Field(() => Patient, { nullable: true, description: 'The new patient; null when refused.' })
  patient: Patient | null = null;
}

@ObjectType({
  description:
    'Every reason why updatePatient would refuse the input, and the organizations whose access would change.',
})
export class UpdatePatientCheck extends VersionedPayload {
  @Field(() => PatientAccessChange, {
    nullable: true,
    description:
      'Organizations that would gain or lose access; null when refused, and when only some fields were checked.',
  })
  access: PatientAccessChange | null = null;

  @Field(() => Patient, CONFLICT)
  override conflict: Patient | null = null;
}

@ObjectType({ description: 'Result of changing a patient.' })
export class UpdatePatientPayload extends VersionedPayload {
  @Field(() => Patient, { nullable: true, description: 'The patient after the change; null when refused.' })
  patient: Patient | null = null;

  @Field(() => Patient, CONFLICT)
  override conflict: Patient | null = null;
}
