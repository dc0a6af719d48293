import { Input, SimpleGrid, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { askForPatientRules, MAX_TEXT } from '#rules/hand-offs/hand-offs';
import { Controller, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { PhoneField } from '../../components/PhoneField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { today } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useAskForPatient } from './gql/AskForPatientDialog.ts';

graphql(`
  mutation AskForPatient($input: AskForPatientInput!) {
    askForPatient(input: $input) {
      handOff {
        id
        databaseId
      }
      ...UserErrors
    }
  }
`);

interface Values {
  firstName: string;
  lastName: string;
  birthDate: string;
  phone: string;
  assignedId: string;
  message: string;
}

const EMPTY: Values = { firstName: '', lastName: '', birthDate: '', phone: '', assignedId: '', message: '' };

/** Asks for a patient that another organization holds: name, birth date, and one more fact. */
export function AskForPatientDialog(props: { onClose: () => void; onAsked: (handOffId: number) => void }) {
  const { t } = useTranslation('hand-offs');
  const ask = useAskForPatient();
  const submitForm = useSubmitForm<Values>({
    resolver: yupResolver(askForPatientRules) as unknown as Resolver<Values>,
    defaultValues: EMPTY,
    async onSubmit(input, { saving, saved }) {
      const { userErrors, handOff } = await saving(ask({ input }, { refetchQueries: ['HandOffsPage'] }));
      if (!handOff) return userErrors;
      saved();
      props.onAsked(handOff.databaseId);
    },
  });
  const { register, control, formState } = submitForm.form;
  const { errors } = formState;
  return (
    <FormDialog form={submitForm} title={t('askPatient.title')} onClose={props.onClose} submitLabel={t('ask')}>
      <Text>{t('askPatient.text')}</Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {(['firstName', 'lastName'] as const).map((name) => (
          <FormField key={name} label={t(name)} error={errors[name]?.message} required>
            <Input autoComplete="off" maxLength={255} {...register(name)} />
          </FormField>
        ))}
      </SimpleGrid>
      <Controller
        control={control}
        name="birthDate"
        render={({ field }) => (
          <FormField label={t('birthDate')} error={errors.birthDate?.message} required>
            <DateField {...field} max={today()} onChange={(date) => field.onChange(date ?? '')} />
          </FormField>
        )}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <PhoneField form={submitForm.form} name="phone" label={t('phone')} help={t('oneMoreFact')} />
        <FormField label={t('assignedId')} help={t('assignedIdHelp')} error={errors.assignedId?.message}>
          <Input autoComplete="off" maxLength={64} {...register('assignedId')} />
        </FormField>
      </SimpleGrid>
      <FormField
        label={t('message')}
        help={t('messageHelp', { max: formatCount(MAX_TEXT) })}
        error={errors.message?.message}
      >
        <Textarea maxLength={MAX_TEXT} rows={3} {...register('message')} />
      </FormField>
    </FormDialog>
  );
}
