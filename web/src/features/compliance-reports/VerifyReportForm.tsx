import { parseReportCode, spokenCode } from '#rules/compliance-reports/report-code';
import { Button, Input, Stack } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormErrors, FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { urls } from '../../lib/urls.ts';

/** The field for the verification code of a sheet. Its check character finds a mistake before the server is asked. */
export function VerifyReportForm() {
  const { t } = useTranslation('compliance-reports');
  const navigate = useNavigate();
  const { form, phase, problem, element } = useSubmitForm({
    defaultValues: { code: '' },
    unguarded: true,
    onSubmit: async ({ code }) => void (await navigate(urls.complianceReport(spokenCode(parseReportCode(code)!)))),
  });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <form {...element}>
      <Stack gap="4" maxW="sm">
        <FormErrors message={problem} />
        <FormField label={t('code')} help={t('codeHelp')} error={form.formState.errors.code?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            fontFamily="mono"
            {...form.register('code', { validate: (code) => parseReportCode(code) !== null || t('wrongCode') })}
          />
        </FormField>
        <Button type="submit" alignSelf="flex-start" loading={phase !== null} loadingText={t('verify')}>
          {t('verify')}
        </Button>
      </Stack>
    </form>
  );
}
