import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { Patient } from '../patients/patient.entity.ts';
import { seesPatient } from '../patients/patients-changes.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { PatientNote } from './patient-note.entity.ts';
import { patientNoteEvents } from './patient-notes.channel.ts';
import { canChangeNote, canWriteNotes } from './patient-notes.policy.ts';
import {
  createNote,
  listNotes,
  noteReadersOf,
  readersOfNote,
  removeNote,
  updateNote,
  versionsOfNotes,
  NOTE_PAGE,
} from './patient-notes.service.ts';
import {
  CreatePatientNoteInput,
  CreatePatientNotePayload,
  PatientNotesChange,
  PatientNoteVersion,
  RemovePatientNoteInput,
  RemovePatientNotePayload,
  UpdatePatientNoteInput,
  UpdatePatientNotePayload,
} from './patient-notes.types.ts';
import { patientNotesList } from './patient-notes.list.ts';
import { listTypes } from '../shared/list-types.ts';

const PatientNoteConnection = connectionOf(PatientNote, 'PatientNote');
const { Args: PatientNotesArgs } = listTypes('PatientNotes', patientNotesList, { size: NOTE_PAGE });

@Resolver(() => PatientNote)
export class PatientNotesResolver {
  @Query(() => PatientNoteConnection, {
    description:
      "The notes of a patient that the viewer's organization may read, newest first: its own, and those that other organizations shared. Search matches the text.",
  })
  patientNotes(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) patientId: string,
    @Args(() => PatientNotesArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<PatientNote>> {
    return listNotes(ctx, rowId('Patient', patientId), args);
  }

  @Mutation(() => CreatePatientNotePayload, {
    description:
      'Writes a note about a patient, signed by the viewer; at most 60 notes and changes of notes in an hour (TOO_MANY).',
  })
  async createPatientNote(
    @Arg('input', () => CreatePatientNoteInput, { description: 'The patient and the text.' })
    { patientId, ...input }: CreatePatientNoteInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreatePatientNotePayload>> {
    return { patientNote: await createNote(ctx, rowId('Patient', patientId), input) };
  }

  @Mutation(() => UpdatePatientNotePayload, {
    description: "Changes the text of one of the viewer's own notes. The text before it stays readable in `versions`.",
  })
  async updatePatientNote(
    @Arg('input', () => UpdatePatientNoteInput, { description: 'The note and its new text.' })
    { noteId, ...input }: UpdatePatientNoteInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdatePatientNotePayload>> {
    return { patientNote: await updateNote(ctx, noteId, input) };
  }

  @Mutation(() => RemovePatientNotePayload, {
    description:
      "Removes one of the viewer's own notes: the list shows that it was removed, and `versions` keeps its texts.",
  })
  async removePatientNote(
    @Arg('input', () => RemovePatientNoteInput, { description: 'The note.' }) { noteId }: RemovePatientNoteInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RemovePatientNotePayload>> {
    return { patientNote: await removeNote(ctx, noteId) };
  }

  @Subscription(() => PatientNotesChange, {
    nullable: true,
    description:
      'A note that the viewer may read was written, changed or removed. Null when the viewer may no longer see the patient.',
    subscribe: ({ args, context }) =>
      patientNoteEvents(context as Context, rowId('Patient', (args as { patientId: string }).patientId)),
  })
  async patientNotesChanged(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) _patientId: string,
    @Root() { patientId }: Topics['patient-note.changed'],
    @Ctx() ctx: Context,
  ): Promise<PatientNotesChange | null> {
    const isVisible = await seesPatient(ctx, patientId);
    return isVisible ? { patientId: toGlobalId('Patient', patientId) } : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The plain text; null when the note was removed.',
  })
  text(@Root() { text, removedAt }: PatientNote): string | null {
    return removedAt ? null : text;
  }

  @FieldResolver(() => [PatientNoteVersion], {
    description: 'The texts that it had before, newest first; of a note that was removed also the last one.',
  })
  versions(@Root() { id }: PatientNote, @Ctx() ctx: Context): Promise<PatientNoteVersion[]> {
    return ctx.loader(versionsOfNotes).load(id);
  }

  @FieldResolver(() => [Organization], { description: 'The organizations with which it is shared.' })
  sharedWith(@Root() note: PatientNote, @Ctx() ctx: Context): Promise<Organization[]> {
    return readersOfNote(ctx, note);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may change and remove it.' })
  viewerCanUpdate(@Root() note: PatientNote, @Ctx() ctx: Context): boolean {
    return canChangeNote(ctx.viewer, note);
  }
}

@Resolver(() => Patient)
export class NotesOfPatientResolver {
  @FieldResolver(() => Boolean, { description: 'True when the viewer may write notes about the patient.' })
  viewerCanWriteNotes(@Root() _patient: Patient, @Ctx() ctx: Context): boolean {
    return canWriteNotes(ctx.viewer);
  }

  @FieldResolver(() => [Organization], {
    description: "The organizations other than the viewer's that would read a note that is shared now.",
  })
  noteReaders(@Root() patient: Patient, @Ctx() ctx: Context): Promise<Organization[]> {
    return noteReadersOf(ctx, patient);
  }
}
