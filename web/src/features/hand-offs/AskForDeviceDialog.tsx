import { Input, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { askForDeviceRules, MAX_TEXT } from '#rules/hand-offs/hand-offs';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useAskForDevice } from './gql/AskForDeviceDialog.ts';

graphql(`
  mutation AskForDevice($input: AskForDeviceInput!) {
    askForDevice(input: $input) {
      handOff {
        id
        databaseId
      }
      ...UserErrors
    }
  }
`);

interface Values {
  serialNumber: string;
  pinNumber: string;
  message: string;
}

/** Asks for a device that another organization holds, by its serial number and PIN. */
export function AskForDeviceDialog(props: {
  serial: string;
  onClose: () => void;
  onAsked: (handOffId: number) => void;
}) {
  const { t } = useTranslation('hand-offs');
  const ask = useAskForDevice();
  const submitForm = useSubmitForm<Values>({
    resolver: yupResolver(askForDeviceRules) as unknown as Resolver<Values>,
    defaultValues: { serialNumber: props.serial, pinNumber: '', message: '' },
    async onSubmit(input, { saving, saved }) {
      const { userErrors, handOff } = await saving(ask({ input }, { refetchQueries: ['HandOffsPage'] }));
      if (!handOff) return userErrors;
      saved();
      props.onAsked(handOff.databaseId);
    },
  });
  const { register, formState } = submitForm.form;
  const { errors } = formState;
  return (
    <FormDialog form={submitForm} title={t('askDevice.title')} onClose={props.onClose} submitLabel={t('ask')}>
      <Text>{t('askDevice.text')}</Text>
      <FormField label={t('serial')} error={errors.serialNumber?.message} required>
        <Input
          fontFamily="mono"
          placeholder="00000000000"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...register('serialNumber')}
        />
      </FormField>
      <FormField label={t('pin')} help={t('pinHelp')} error={errors.pinNumber?.message} required>
        <Input fontFamily="mono" inputMode="numeric" autoComplete="off" {...register('pinNumber')} />
      </FormField>
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
