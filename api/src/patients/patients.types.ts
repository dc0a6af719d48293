import { Field, ID, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';

@WithoutPatients()
@ObjectType({ description: 'A patient of a page of a list whose row may have changed.' })
export class PatientChange {
  @Field(() => ID, { description: 'Global id of the patient.' })
  patientId!: string;
}
