import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const note = (org_id: number, patient_id: number, is_shared = false) => ({
  org_id,
  patient_id,
  text: 'new',
  is_shared,
});

/** What the contract tests expect of patient notes, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.patientNotes': ['view.patient | viewAny.patient', 'read', 'rows'],
    'Mutation.createPatientNote': ['create.patient.note', 'write', 'subject'],
    'Mutation.updatePatientNote': ['create.patient.note', 'write', 'subject'],
    'Mutation.removePatientNote': ['create.patient.note', 'write', 'subject'],
    'Subscription.patientNotesChanged': ['view.patient | viewAny.patient', 'none'],
  },
  unversioned: {
    'Mutation.createPatientNote': 'adds',
    'Mutation.removePatientNote': 'ends',
  },
  variables: {
    'Mutation.createPatientNote': ({ patient }) => ({ input: { patientId: String(patient.id), text: 'Called.' } }),
  },
  foreignVariables: {
    'Query.node id (PatientNote)': ({ note }) => ({ id: toGlobalId('PatientNote', note) }),
    'Query.patientNotes patientId': ({ patient }) => ({ patientId: String(patient.id) }),
    'Mutation.createPatientNote input.patientId': ({ patient }) => ({
      input: { patientId: String(patient.id), text: 'x' },
    }),
    'Mutation.updatePatientNote input.noteId': ({ note }) => ({
      input: { noteId: String(note), version: 1, text: 'x' },
    }),
    'Mutation.removePatientNote input.noteId': ({ note }) => ({ input: { noteId: String(note) } }),
    'Subscription.patientNotesChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  auditedElsewhere: [
    'Query.patientNotes', // patient-notes.test.ts
    'Mutation.createPatientNote',
    'Mutation.updatePatientNote',
    'Mutation.removePatientNote',
    'Subscription.patientNotesChanged',
  ],
  once: ['Mutation.createPatientNote', 'Mutation.removePatientNote', 'Mutation.updatePatientNote'],
  rights: {
    // A report that was issued is kept as it is.
    // A note is changed by its author, and never deleted; the texts before a change are kept by trigger.
    patient_notes: {
      org: { select: 'all', insert: 'org_id patient_id text is_shared', update: 'text removed_at' },
      support: { select: 'all', insert: 'org_id patient_id text is_shared', update: 'text removed_at' },
      definer: READ,
    },
    patient_note_versions: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
  },
  lists: {
    patientNotes: { notCopied: 'the notes of one patient' },
  },
  change: {
    patient_notes: "text = 'changed'",
  },
  newRows: (w) => [
    ['patient_notes', 'a', note(w.a, w.p2), true],
    ['patient_notes', 'c', note(w.a, w.p2, true), false], // without create.patient.note
    ['patient_notes', 'limited', note(w.a, w.p1), true],
    ['patient_notes', 'support', note(w.a, w.p1), false], // only in an organization
    ['patient_notes', 'acting', note(w.a, w.p1), true],
    ['patient_notes', 'acting', note(w.b, w.pb), false],
    ['patient_notes', 'acting', note(w.b, w.pb, true), false],
    ['patient_notes', 'a', note(w.b, w.pb), false],
    ['patient_notes', 'a', note(w.b, w.pb, true), false],
    ['patient_notes', 'c', note(w.a, w.p1), false],
    ['patient_notes', 'limited', note(w.a, w.p2), false],
    ['patient_notes', 'anonymous', note(w.a, w.p1), false],
    [
      'patient_note_versions',
      'definer',
      {
        org_id: w.a,
        note_id: Number(w.rows.get('patient_notes')![0]!.key),
        number: 9,
        text: 'x',
        written_at: new Date(),
      },
      true,
    ],
  ],
};
