import { Checkbox, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_PATIENT_NOTE, patientNoteRules } from '#rules/patient-notes/patient-notes';
import { Controller, useWatch, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useCreatePatientNote, useUpdatePatientNote } from './gql/PatientNoteDialog.ts';
import type { PatientNotesQuery } from './gql/usePatientNotes.ts';
import type { PatientNote } from './usePatientNotes.ts';

graphql(`
  mutation CreatePatientNote($input: CreatePatientNoteInput!) {
    createPatientNote(input: $input) {
      patientNote {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdatePatientNote($input: UpdatePatientNoteInput!) {
    updatePatientNote(input: $input) {
      patientNote {
        ...PatientNote_note
      }
      conflict {
        id
        version
        text
      }
      ...UserErrors
    }
  }
`);

interface NoteValues {
  text: string;
  isShared: boolean;
}

/** Whether a note is shared is decided when it is written. */
const valuesOf = (note: { text: string | null } | null): NoteValues => ({ text: note?.text ?? '', isShared: false });

/** Letters before the limit from which on their number is shown. */
const nearLimit = 500;

/** A new note, or the text of one's own to change. Whether it is shared is decided when it is written. */
export function PatientNoteDialog(props: {
  patient: NonNullable<PatientNotesQuery['patient']>;
  note: PatientNote | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('patient-notes');
  const create = useCreatePatientNote();
  const update = useUpdatePatientNote();
  const { patient } = props;
  const protection = useConflict<Pick<PatientNote, 'id' | 'version' | 'text'>, NoteValues>({
    row: props.note,
    valuesOf,
  });
  const note = protection.known;
  const submitForm = useSubmitForm<NoteValues>({
    resolver: yupResolver(patientNoteRules) as unknown as Resolver<NoteValues>,
    defaultValues: valuesOf(note),
    async onSubmit(values, { saving, saved }) {
      const { text, isShared } = values;
      const answer: { userErrors: readonly UserError[] } | null = note
        ? await protection.save(values, ({ id, version }) => saving(update({ input: { noteId: id, version, text } })))
        : await saving(create({ input: { patientId: patient.id, text, isShared } }));
      if (!answer) return;
      if (answer.userErrors.length > 0) return answer.userErrors;
      saved();
      toaster.success({ title: t('saved') });
      props.onSaved();
      props.onClose();
    },
  });
  const { control, register, formState } = submitForm.form;
  // A text of this dialog alone: those of rules.json are on the sign-in page too.
  const refusal = formState.errors.text?.message;
  const letters = [...useWatch({ control, name: 'text' })].length;
  const readers = patient.noteReaders.map(({ name }) => name).join(', ');

  return (
    <FormDialog
      form={submitForm}
      size="lg"
      title={t(note ? 'edit' : 'add')}
      onClose={props.onClose}
      submitLabel={t('save')}
    >
      <FormConflict
        conflict={protection.open(submitForm.form)}
        labelOf={() => t('text')}
        textOf={(_field, values) => values.text}
      />
      <FormField
        label={t('text')}
        help={
          letters > MAX_PATIENT_NOTE - nearLimit
            ? t('letters', { letters: formatCount(letters), max: formatCount(MAX_PATIENT_NOTE) })
            : t(note ? 'editHelp' : 'addHelp')
        }
        error={refusal === 'patient_note.too_long' ? t('tooLong', { max: formatCount(MAX_PATIENT_NOTE) }) : refusal}
        required
      >
        <Textarea rows={8} dir="auto" data-autofocus="" {...register('text')} />
      </FormField>
      {note || readers === '' ? null : (
        <Controller
          control={control}
          name="isShared"
          render={({ field }) => (
            <Checkbox.Root checked={field.value} onCheckedChange={({ checked }) => field.onChange(checked === true)}>
              <Checkbox.HiddenInput onBlur={field.onBlur} />
              <Checkbox.Control />
              <Checkbox.Label>
                {t('share', { names: readers })}
                <Text textStyle="xs" color="fg.muted">
                  {t('shareHelp')}
                </Text>
              </Checkbox.Label>
            </Checkbox.Root>
          )}
        />
      )}
    </FormDialog>
  );
}
