import { RadioGroup, Stack, Text } from '@chakra-ui/react';
import { HIDDEN_DAYS } from '#rules/follow-ups/follow-ups';
import { Controller, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import type { FollowUpOutcome } from '../../gql/schema.ts';
import { today } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer } from '../../lib/viewer.ts';
import { daysAfter } from './followUpDays.ts';
import { whyText } from './followUpText.ts';
import { useCompleteFollowUp } from './gql/actOperations.ts';
import { NoteField } from './NoteField.tsx';
import { PhoneLinks } from './PhoneLinks.tsx';
import { useActForm, type ActProps } from './useActForm.ts';

const outcomes: readonly FollowUpOutcome[] = ['REACHED', 'LEFT_MESSAGE', 'NO_ANSWER', 'WRONG_NUMBER', 'NOT_NEEDED'];

interface CompleteValues {
  outcome: FollowUpOutcome | '';
  note: string;
  lookAgainOn: string;
}

/** How a follow-up ended, and when it is looked at again if its reason still holds. */
export function CompleteDialog(props: ActProps) {
  const { t } = useTranslation('follow-up-acts');
  const { t: rows } = useTranslation('follow-ups');
  const { timezone } = useViewer().organization;
  const complete = useCompleteFollowUp();
  const { followUp } = props;
  const day = today(timezone);
  const name = nameInList(followUp.patient);
  const form = useActForm<CompleteValues>(props, {
    defaultValues: { outcome: '', note: '', lookAgainOn: daysAfter(day, HIDDEN_DAYS.done) },
    request: (input, { outcome, note, lookAgainOn }) =>
      complete({ input: { ...input, outcome: outcome as FollowUpOutcome, note: note.trim() || null, lookAgainOn } }),
    done: () => t('done.complete', { name }),
  });
  const { control } = form.form;
  return (
    <FormDialog
      form={form}
      title={t('complete.title', { name })}
      onClose={props.onEnd}
      submitLabel={rows('acts.complete')}
    >
      <Stack gap="1">
        <Text>{whyText(rows, followUp)}</Text>
        <PhoneLinks patient={followUp.patient} />
      </Stack>
      <Controller
        control={control}
        name="outcome"
        rules={{ required: 'required' }}
        render={({ field, fieldState }) => (
          <FormField as="fieldset" label={t('complete.outcome')} error={fieldState.error?.message} required>
            <RadioGroup.Root
              value={field.value || null}
              aria-label={t('complete.outcome')}
              onValueChange={({ value }) => field.onChange(value)}
            >
              <Stack gap="1">
                {outcomes.map((outcome, index) => (
                  <RadioGroup.Item key={outcome} value={outcome} minH="8">
                    <RadioGroup.ItemHiddenInput ref={index === 0 ? field.ref : undefined} />
                    <RadioGroup.ItemIndicator />
                    <RadioGroup.ItemText>{rows(`outcomes.${outcome}`)}</RadioGroup.ItemText>
                  </RadioGroup.Item>
                ))}
              </Stack>
            </RadioGroup.Root>
          </FormField>
        )}
      />
      <NoteField control={control as unknown as Control<{ note: string }>} />
      <Controller
        control={control}
        name="lookAgainOn"
        rules={{ required: 'required' }}
        render={({ field, fieldState }) => (
          <FormField
            label={t('complete.lookAgain')}
            help={t('complete.lookAgainHelp')}
            error={fieldState.error?.message}
            required
          >
            <DateField
              {...field}
              min={daysAfter(day, HIDDEN_DAYS.least)}
              max={daysAfter(day, HIDDEN_DAYS.most)}
              onChange={(date) => field.onChange(date ?? '')}
            />
          </FormField>
        )}
      />
    </FormDialog>
  );
}
