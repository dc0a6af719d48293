import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { PatientNote } from './patient-note.entity.ts';
import { CONFLICT, RequiredVersionInput, VersionedPayload } from '../shared/versioned.ts';

@ObjectType({ description: 'A text that a note had before.' })
export class PatientNoteVersion {
  @Field(() => Int, { description: 'Its number: 1 is the first text.' })
  number!: number;

  @Field(() => String, { description: 'The plain text.' })
  text!: string;

  @Field(() => DateTimeScalar, { name: 'written', description: 'Time from which the note had this text.' })
  writtenAt!: Date;
}

@WithoutPatients()
@ObjectType({ description: 'A patient whose notes may have changed.' })
export class PatientNotesChange {
  @Field(() => ID, { description: 'Global id of the patient.' })
  patientId!: string;
}

const TEXT = 'Plain text of 1 to 8,000 letters. Blanks around it are left out.';

@InputType({ description: 'A new note of a patient.' })
export class CreatePatientNoteInput {
  @Field(() => ID, { description: 'Global id or integer id of the patient.' })
  patientId!: string;

  @Field(() => String, { description: TEXT })
  text!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True: the organizations that see the patient now may read it too. Only the author's organization when omitted.",
  })
  isShared?: boolean | null;
}

@InputType({ description: 'A change of a note.' })
export class UpdatePatientNoteInput extends RequiredVersionInput {
  @Field(() => ID, { description: 'Global id or integer id of the note.' })
  noteId!: string;

  @Field(() => String, { description: TEXT })
  text!: string;
}

@InputType({ description: 'A note to remove.' })
export class RemovePatientNoteInput {
  @Field(() => ID, { description: 'Global id or integer id of the note.' })
  noteId!: string;
}

@ObjectType({ description: 'Result of writing a note.' })
export class CreatePatientNotePayload extends Payload {
  @Field(() => PatientNote, { nullable: true, description: 'The new note; null when refused.' })
  patientNote: PatientNote | null = null;
}

@ObjectType({ description: 'Result of changing a note.' })
export class UpdatePatientNotePayload extends VersionedPayload {
  @Field(() => PatientNote, CONFLICT)
  override conflict: PatientNote | null = null;

  @Field(() => PatientNote, { nullable: true, description: 'The note after the change; null when refused.' })
  patientNote: PatientNote | null = null;
}

@ObjectType({ description: 'Result of removing a note.' })
export class RemovePatientNotePayload extends Payload {
  @Field(() => PatientNote, { nullable: true, description: 'The note without its text; null when refused.' })
  patientNote: PatientNote | null = null;
}
