import { Textarea } from '@chakra-ui/react';
import { MAX_FOLLOW_UP_NOTE } from '#rules/follow-ups/follow-ups';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { formatCount } from '../../lib/numberLocale.ts';

/** What the user wants to remember about an act. */
export function NoteField({ control }: { control: Control<{ note: string }> }) {
  const { t } = useTranslation('follow-up-acts');
  const { field, fieldState } = useController({
    control,
    name: 'note',
    rules: { validate: (note) => [...note.trim()].length <= MAX_FOLLOW_UP_NOTE || 'follow_up.note_too_long' },
  });
  return (
    <FormField
      label={t('note')}
      help={t('noteHelp', { max: formatCount(MAX_FOLLOW_UP_NOTE) })}
      error={fieldState.error?.message}
    >
      <Textarea rows={3} dir="auto" {...field} />
    </FormField>
  );
}
