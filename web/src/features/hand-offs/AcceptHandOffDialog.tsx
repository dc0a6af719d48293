import { Checkbox, List, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { acceptHandOffRules } from '#rules/hand-offs/hand-offs';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { today } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useAcceptHandOff } from './gql/AcceptHandOffDialog.ts';
import type { HandOff } from './HandOffFacts.tsx';

graphql(`
  mutation AcceptHandOff($input: AcceptHandOffInput!) {
    acceptHandOff(input: $input) {
      handOff {
        id
        ...HandOffPage_handOff @unmask
      }
      ...UserErrors
    }
  }
`);

/** Accepts a request from a day on, after it says what the other organization receives and what stays. */
export function AcceptHandOffDialog({ handOff, onClose }: { handOff: HandOff; onClose: () => void }) {
  const { t } = useTranslation('hand-offs');
  const { timezone } = useViewer().organization;
  const accept = useAcceptHandOff();
  const day = today(timezone);
  const { kind, patient, otherOrganization } = handOff;
  const submitForm = useSubmitForm<{ startsOn: string; withDevice: boolean }>({
    resolver: yupResolver(acceptHandOffRules),
    defaultValues: { startsOn: day, withDevice: true },
    async onSubmit(values, { saving, saved }) {
      const { userErrors } = await saving(accept({ input: { handOffId: handOff.id, ...values } }));
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('accepted') });
      onClose();
    },
  });
  const { control, formState } = submitForm.form;
  const texts =
    kind === 'DEVICE'
      ? (['deviceEnds', 'deviceGoes', 'stays'] as const)
      : (['patientGoes', 'patientEnds', 'stays'] as const);
  return (
    <FormDialog form={submitForm} title={t('accept')} onClose={onClose} submitLabel={t('accept')}>
      <List.Root ps="5" gap="1">
        {texts.map((text) => (
          <List.Item key={text}>{t(`consequences.${text}`, { organization: otherOrganization ?? '' })}</List.Item>
        ))}
      </List.Root>
      <Controller
        control={control}
        name="startsOn"
        render={({ field }) => (
          <FormField label={t('startsOn')} help={t('startsOnHelp')} error={formState.errors.startsOn?.message} required>
            <DateField
              {...field}
              min={today(timezone, new Date(handOff.createdAt))}
              max={day}
              onChange={(date) => field.onChange(date ?? '')}
            />
          </FormField>
        )}
      />
      {kind === 'PATIENT' && patient?.currentSerial ? (
        <Controller
          control={control}
          name="withDevice"
          render={({ field: { value, onChange, ref } }) => (
            <Checkbox.Root
              size="sm"
              alignItems="flex-start"
              checked={value}
              onCheckedChange={({ checked }) => onChange(checked === true)}
            >
              <Checkbox.HiddenInput ref={ref} />
              <Checkbox.Control />
              <Checkbox.Label>
                {t('withDevice', { serial: patient.currentSerial })}
                <Text color="fg.muted" fontWeight="normal">
                  {t('withDeviceHelp')}
                </Text>
              </Checkbox.Label>
            </Checkbox.Root>
          )}
        />
      ) : null}
    </FormDialog>
  );
}
