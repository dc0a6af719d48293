import { Button, HStack, Input, Stack, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { newPhoneRules } from '#rules/sign-in/two-factor';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import type { AddingProps } from './addingProps.ts';
import { CodeForm } from './CodeForm.tsx';
import { useConfirmSmsEnrollment, useStartSmsEnrollment } from './gql/AddPhone.ts';

graphql(`
  mutation StartSmsEnrollment($phone: String) {
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

/** Sends a code to a phone, and takes it. */
export function AddPhone({ onAdded, onBack, choosesPhone }: AddingProps) {
  const { t } = useTranslation('two-factor');
  const confirm = useConfirmSmsEnrollment();
  const [isSent, setSent] = useState(false);
  const Form = choosesPhone ? PhoneForm : OwnPhoneForm;
  if (!isSent) return <Form onSent={() => setSent(true)} onBack={onBack} />;
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
        {t(choosesPhone ? 'sms.other' : 'back')}
      </Button>
    </CodeForm>
  );
}

interface PhoneFormProps {
  onSent: () => void;
  onBack: () => void;
}

/** Takes the number of the phone. */
function PhoneForm({ onSent, onBack }: PhoneFormProps) {
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
        <SendButtons isSending={phase !== null} onBack={onBack} />
      </Stack>
    </form>
  );
}

/** The organization fixes the phone: it is that of the account. */
function OwnPhoneForm({ onSent, onBack }: PhoneFormProps) {
  const { t } = useTranslation('two-factor');
  const start = useStartSmsEnrollment();
  const { phase, problem, element } = useSubmitForm({
    unguarded: true,
    onSubmit: async () => {
      const { userErrors } = await start({});
      if (userErrors.length === 0) onSent();
      return userErrors.map((error) => ({ ...error, field: '' }));
    },
    onFailure: (failure) => (failure === 'busy' ? t('sms.tooMany') : undefined),
  });
  return (
    <form {...element}>
      <Stack gap="4">
        <Text>{t('sms.ownNumber')}</Text>
        <FormErrors message={problem} />
        <SendButtons isSending={phase !== null} onBack={onBack} />
      </Stack>
    </form>
  );
}

function SendButtons({ isSending, onBack }: { isSending: boolean; onBack: () => void }) {
  const { t } = useTranslation('two-factor');
  return (
    <HStack justify="flex-end">
      <Button variant="ghost" onClick={onBack}>
        {t('back')}
      </Button>
      <Button type="submit" loading={isSending} loadingText={t('sms.send')}>
        {t('sms.send')}
      </Button>
    </HStack>
  );
}
