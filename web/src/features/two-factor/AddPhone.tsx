import { Button, HStack, Input, Stack, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { newPhoneRules } from '#rules/auth/two-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import { useConfirmSmsEnrollment, useStartSmsEnrollment } from '../../gql/hooks.ts';
import type { AddingProps } from './AddFactor.tsx';
import { CodeForm } from './CodeForm.tsx';

graphql(`
  mutation StartSmsEnrollment($phone: String!) {
    startSmsEnrollment(phone: $phone) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ConfirmSmsEnrollment($code: String!) {
    confirmSmsEnrollment(code: $code) {
      recoveryCodes
      ...UserErrors
    }
  }
`);

/** Takes the number of a phone, and then the code that was sent to it. */
export function AddPhone({ onAdded, onBack }: AddingProps) {
  const { t } = useTranslation('two-factor');
  const confirm = useConfirmSmsEnrollment();
  const [isSent, setSent] = useState(false);
  if (!isSent) return <PhoneForm onSent={() => setSent(true)} onBack={onBack} />;
  return (
    <CodeForm
      label={t('code')}
      help={t('sms.sent')}
      submitLabel={t('turnOn')}
      onSubmit={async (code) => {
        const { userErrors, recoveryCodes } = await confirm({ code });
        if (userErrors.length === 0) onAdded(recoveryCodes ?? null);
        return userErrors;
      }}
    >
      <Button variant="ghost" onClick={() => setSent(false)}>
        {t('sms.other')}
      </Button>
    </CodeForm>
  );
}

function PhoneForm({ onSent, onBack }: { onSent: () => void; onBack: () => void }) {
  const { t } = useTranslation('two-factor');
  const start = useStartSmsEnrollment();
  const { form, phase, problem, element } = useSubmitForm<{ phone: string }>({
    resolver: yupResolver(newPhoneRules),
    defaultValues: { phone: '' },
    unguarded: true,
    onSubmit: async ({ phone }) => {
      const { userErrors } = await start({ phone });
      if (userErrors.length === 0) onSent();
      return userErrors;
    },
    onFailure: (failure) => (failure === 'busy' ? t('sms.tooMany') : undefined),
  });
  return (
    <form {...element}>
      <Stack gap="4">
        <Text>{t('sms.number')}</Text>
        <FormErrors message={problem} />
        <FormField label={t('sms.phone')} error={form.formState.errors.phone?.message}>
          <Input type="tel" autoComplete="tel-national" placeholder="(518) 555-0100" {...form.register('phone')} />
        </FormField>
        <HStack justify="flex-end">
          <Button variant="ghost" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={phase !== null} loadingText={t('sms.send')}>
            {t('sms.send')}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}
