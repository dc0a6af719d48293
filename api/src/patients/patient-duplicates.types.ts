import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Patient } from './patient.entity.ts';

export type DuplicateReason = 'name_and_birth_date' | 'phone' | 'email' | 'assigned_id';

export const DuplicateReasonEnum: Record<Uppercase<DuplicateReason>, DuplicateReason> = {
  NAME_AND_BIRTH_DATE: 'name_and_birth_date',
  PHONE: 'phone',
  EMAIL: 'email',
  ASSIGNED_ID: 'assigned_id',
};
registerEnumType(DuplicateReasonEnum, {
  name: 'DuplicateReason',
  description: 'Reason for which a patient may be the one that is being entered.',
  valuesConfig: {
    NAME_AND_BIRTH_DATE: {
      description: 'The same name, without case, accents and apostrophes, and the same birth date.',
    },
    PHONE: { description: 'One of the phone numbers is the same.' },
    EMAIL: { description: 'The same e-mail address, in either case.' },
    ASSIGNED_ID: { description: 'The same Patient ID in the same organization, in either case.' },
  },
});

@InputType({ description: 'Values of a patient entered so far. An incomplete or invalid value is not compared.' })
export class PossibleDuplicatesInput {
  @Field(() => String, { nullable: true, description: 'Given name.' })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: 'Family name.' })
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: 'Birth date, YYYY-MM-DD.' })
  birthDate?: string | null;

  @Field(() => String, { nullable: true, description: 'Phone number.' })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: 'Mobile phone number.' })
  mobilePhone?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Patient ID.' })
  assignedId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id or integer id of the patient that is being changed, who is left out.',
  })
  exceptId?: string | null;
}

@ObjectType({ description: 'A patient that the viewer may see and that may be the one being entered.' })
export class PossibleDuplicate {
  @Field(() => Patient, { description: 'The patient.' })
  patient!: Patient;

  @Field(() => [DuplicateReasonEnum], { description: 'Reasons for which it may be the same person.' })
  reasons!: DuplicateReason[];
}
