import { hasWord } from '../shared/list-text.ts';
import type { ListDefinition, ListSource } from '../shared/list.ts';
import { PatientNote } from './patient-note.entity.ts';

/** The notes of a patient, searchable by the text. */
export const patientNotesList: ListDefinition<PatientNote> = {
  entity: PatientNote,
  columns: {
    created: { property: 'createdAt', type: 'date', sortBy: 'createdAt' },
  },
  search: (word) => hasWord(['text'], word),
  defaultOrder: 'created',
  maxPage: 100,
};

export const notesOf = (patient: { id: number }): ListSource<PatientNote> => ({
  list: patientNotesList,
  within: { patientId: patient.id },
});
