import { boolean, object, string } from 'yup';
import { textOnly } from '../shared/text.rules.ts';

/** Maximum length of a note in letters: an emoji is one. The database has the same limit. */
export const MAX_PATIENT_NOTE = 8000;

/** A plain text: line breaks of every system are one letter, and blanks around the text are left out. */
const noteText = () =>
  string()
    .typeError('invalid')
    .transform(textOnly((text) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()))
    .required('required')
    .test('letters', 'patient_note.too_long', (text) => [...text].length <= MAX_PATIENT_NOTE);

/** The form of a new note. */
export const patientNoteRules = object({
  text: noteText(),
  isShared: boolean().typeError('invalid').default(false),
});

/** The form of a change. */
export const patientNoteChangeRules = object({
  text: noteText(),
});
