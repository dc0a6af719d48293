import { useTranslation } from 'react-i18next';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { OrganizationField, type ChooseOrganization } from './OrganizationField.tsx';
import { useAccessChoice } from './useAccessChoice.ts';
import { UserFormFields } from './UserFormFields.tsx';
import { useUserForm } from './useUserForm.ts';
import { useUserTexts } from './useUserTexts.ts';
import type { ComparedField, UserFormData } from './userFormValues.ts';

/** The form of a user: its fields, and what another administrator changed at the same time. */
export function UserFormEditor(props: {
  title: string;
  userId?: string;
  form: UserFormData;
  /** Without it, the user belongs to the organization of the form. */
  onChooseOrganization?: ChooseOrganization;
  onClose: () => void;
}) {
  const { t } = useTranslation('users');
  const { form, conflict } = useUserForm(props);
  const textOf = useUserTexts(props.form);
  const access = useAccessChoice(form.form, props.form);
  const { onChooseOrganization: choose } = props;
  return (
    <FormDialog
      form={form}
      title={props.title}
      size="lg"
      onClose={props.onClose}
      submitLabel={t('form.save')}
      status={{ saving: t('form.saving') }}
    >
      <FormConflict conflict={conflict} labelOf={(field) => t(`form.${field as ComparedField}`)} textOf={textOf} />
      {choose ? (
        <OrganizationField
          organization={props.form.organization}
          onChoose={async (id) => {
            const other = await choose(id);
            if (other) access.changeOrganization(other);
          }}
        />
      ) : null}
      <UserFormFields form={form.form} choices={props.form} access={access} isNew={props.userId === undefined} />
    </FormDialog>
  );
}
