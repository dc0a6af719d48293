import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { ChangePasswordFields } from './ChangePasswordFields.tsx';
import { useChangePasswordForm } from './useChangePasswordForm.ts';

/** Changes the viewer's own password; the current one is asked, and the other browsers are signed out. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const submitForm = useChangePasswordForm(onClose);
  return (
    <FormDialog form={submitForm} title={t('change')} size="sm" onClose={onClose} submitLabel={t('save')}>
      <ChangePasswordFields form={submitForm.form} />
    </FormDialog>
  );
}
