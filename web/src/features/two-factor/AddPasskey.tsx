import { Button, HStack, Input, Stack, Text } from '@chakra-ui/react';
import { startRegistration } from '@simplewebauthn/browser';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import type { AddingProps } from './addingProps.ts';
import { useConfirmPasskeyEnrollment, useStartPasskeyEnrollment } from './gql/AddPasskey.ts';

graphql(`
  mutation StartPasskeyEnrollment {
    startPasskeyEnrollment {
      options
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ConfirmPasskeyEnrollment($input: ConfirmPasskeyInput!) {
    confirmPasskeyEnrollment(input: $input) {
      recoveryCodes
      ...UserErrors
    }
  }
`);

/** Takes a name, and has the browser make a passkey. */
export function AddPasskey({ onAdded, onBack }: AddingProps) {
  const { t } = useTranslation('two-factor');
  const start = useStartPasskeyEnrollment();
  const confirm = useConfirmPasskeyEnrollment();
  const { form, phase, problem, element } = useSubmitForm<{ name: string }>({
    defaultValues: { name: '' },
    unguarded: true,
    onSubmit: async ({ name }) => {
      const { options, userErrors } = await start({});
      if (!options) return userErrors;
      const made = await startRegistration({ optionsJSON: JSON.parse(options) }).catch(() => null);
      if (!made) return [{ field: '', code: 'passkey', message: t('passkey.failed') }];
      const added = await confirm({ input: { name, passkey: JSON.stringify(made) } });
      if (added.userErrors.length === 0) onAdded(added.recoveryCodes ?? null);
      return added.userErrors.map((error) => (error.field === 'name' ? error : { ...error, field: '' }));
    },
  });
  return (
    <form {...element}>
      <Stack gap="4">
        <Text>{t('passkey.add')}</Text>
        <FormErrors message={problem} />
        <FormField label={t('passkey.name')} help={t('passkey.nameHelp')} error={form.formState.errors.name?.message}>
          <Input maxLength={60} autoComplete="off" {...form.register('name', { required: 'required' })} />
        </FormField>
        <HStack justify="flex-end">
          <Button variant="ghost" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={phase !== null} loadingText={t('passkey.make')}>
            {t('passkey.make')}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
