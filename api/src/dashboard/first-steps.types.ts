import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';

/** The steps of a new organization, in the order in which each needs the one before. */
export const FIRST_STEPS = {
  LOCATIONS: 'locations',
  STAFF: 'staff',
  PATIENT: 'patient',
  DEVICE: 'device',
  REPORT: 'report',
} as const;
export type FirstStepKind = (typeof FIRST_STEPS)[keyof typeof FIRST_STEPS];

registerEnumType(FIRST_STEPS, {
  name: 'FirstStepKind',
  description: 'Subject of a first step.',
  valuesConfig: {
    LOCATIONS: { description: 'The organization has a location.' },
    STAFF: { description: 'The organization has a user other than the viewer.' },
    PATIENT: { description: 'The organization has a patient.' },
    DEVICE: { description: 'A device was assigned to a patient of the organization.' },
    REPORT: { description: 'The organization has an iCode report, or issued a compliance report.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'One of the first steps of a new organization.' })
export class FirstStep {
  @Field(() => FIRST_STEPS, { description: 'Subject of the step.' })
  kind!: FirstStepKind;

  @Field(() => Boolean, { description: 'True when the organization has what the step adds.' })
  isDone!: boolean;
}
