import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { graphql } from '../../gql/gql.ts';
import { useNewUserFormQuery, useUserFormQuery } from '../../gql/hooks.ts';
import { UserFormEditor } from './UserFormEditor.tsx';
import type { UserFormData } from './userFormValues.ts';

graphql(`
  fragment UserForm_values on UserFormValues {
    version
    firstName
    lastName
    email
    phone
    userType
    role
    locations
    groups
    isClinician
    notificationType
    twoFactorSmsEnabled
  }
`);

graphql(`
  fragment UserForm_form on UserForm {
    organization {
      id
      name
    }
    values {
      ...UserForm_values @unmask
    }
    userTypes
    roles {
      name
      label
      userType
      assignable
      reason
    }
    locations {
      id
      name
      assignable
    }
    groups {
      id
      name
      assignable
    }
    asksForPhone
    asksForClinician
  }
`);

graphql(`
  query NewUserForm($organizationId: ID) {
    newUserForm(organizationId: $organizationId) {
      ...UserForm_form @unmask
    }
  }
`);

graphql(`
  query UserForm($userId: ID!) {
    userForm(userId: $userId) {
      ...UserForm_form @unmask
    }
  }
`);

interface DialogProps {
  onClose: () => void;
}

/** The dialog of a new user of an organization, by default the viewer's own. */
export function NewUserDialog({ organizationId, onClose }: DialogProps & { organizationId?: string }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useNewUserFormQuery({
    variables: { organizationId: organizationId ?? null },
    fetchPolicy: 'network-only',
  });
  return (
    <LoadedForm
      title={t('form.add')}
      form={data?.newUserForm as UserFormData | undefined}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

/** The dialog of an existing user. */
export function EditUserDialog({ user, onClose }: DialogProps & { user: { id: string } }) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useUserFormQuery({ variables: { userId: user.id }, fetchPolicy: 'network-only' });
  return (
    <LoadedForm
      title={t('form.edit')}
      userId={user.id}
      form={data?.userForm as UserFormData | undefined}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

/** The form once it is loaded, and until then why it is not. */
function LoadedForm(
  props: DialogProps & {
    title: string;
    userId?: string;
    form: UserFormData | undefined;
    error: unknown;
    onRetry: () => void;
  },
) {
  const { form, title, onClose, error } = props;
  if (form) return <UserFormEditor title={title} userId={props.userId} form={form} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title={title} size="lg">
      {error ? <ErrorState error={error} onRetry={props.onRetry} /> : <SkeletonLines lines={6} height="10" />}
    </Modal>
  );
}
