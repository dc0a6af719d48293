import { Button, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormErrors } from '../../components/FormField.tsx';
import { ChangePasswordFields } from './ChangePasswordFields.tsx';
import { useChangePasswordForm } from './useChangePasswordForm.ts';

/** The card of the viewer's own page that changes their password; the other browsers are signed out. */
export function EditPassword() {
  const { t } = useTranslation('account');
  const { form, phase, problem, dismiss, element } = useChangePasswordForm();
  return (
    <Card title={t('edit')}>
      <form {...element}>
        <Stack gap="4">
          <FormErrors message={problem} onDismiss={dismiss} />
          <ChangePasswordFields form={form} />
          <Button
            type="submit"
            size="sm"
            variant="outline"
            alignSelf="flex-start"
            loading={phase !== null}
            loadingText={t('change')}
            disabled={!form.formState.isDirty}
          >
            {t('change')}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
