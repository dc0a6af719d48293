import { HIDDEN_DAYS } from '#rules/follow-ups/follow-ups';
import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { formatDate, today } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer } from '../../lib/viewer.ts';
import { daysAfter } from './followUpDays.ts';
import { useSnoozeFollowUp } from './gql/actOperations.ts';
import { NoteField } from './NoteField.tsx';
import { useActForm, type ActProps } from './useActForm.ts';

interface SnoozeValues {
  until: string;
  note: string;
}

/** Until which day a follow-up is out of sight, and why. */
export function SnoozeDialog(props: ActProps) {
  const { t } = useTranslation('follow-up-acts');
  const { t: rows } = useTranslation('follow-ups');
  const { timezone } = useViewer().organization;
  const snooze = useSnoozeFollowUp();
  const day = today(timezone);
  const name = nameInList(props.followUp.patient);
  const form = useActForm<SnoozeValues>(props, {
    defaultValues: { until: '', note: '' },
    request: (input, { until, note }) => snooze({ input: { ...input, until, note: note.trim() || null } }),
    done: ({ until }) => t('done.snooze', { name, date: formatDate(until) }),
  });
  const { control } = form.form;
  return (
    <FormDialog form={form} title={t('snooze.title', { name })} onClose={props.onEnd} submitLabel={rows('acts.snooze')}>
      <Controller
        control={control}
        name="until"
        rules={{ required: 'required' }}
        render={({ field, fieldState }) => (
          <FormField label={t('snooze.day')} help={t('snooze.dayHelp')} error={fieldState.error?.message} required>
            <DateField
              {...field}
              min={daysAfter(day, HIDDEN_DAYS.least)}
              max={daysAfter(day, HIDDEN_DAYS.most)}
              onChange={(date) => field.onChange(date ?? '')}
            />
          </FormField>
        )}
      />
      <NoteField control={control as unknown as Control<{ note: string }>} />
    </FormDialog>
  );
}
