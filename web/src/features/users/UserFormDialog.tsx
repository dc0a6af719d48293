import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { firstField } from '../../components/firstField.ts';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { UserScope } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { NewUserFormDocument, useNewUserFormQuery, useUserFormQuery } from './gql/UserFormDialog.ts';
import type { ChooseOrganization } from './OrganizationField.tsx';
import { UserFormEditor } from './UserFormEditor.tsx';
import type { UserFormData } from './userFormValues.ts';

graphql(`
  fragment UserForm_values on UserFormValues {
    version
    firstName
    lastName
    email
    phone
    country
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
  query NewUserForm($organizationId: ID, $scope: UserScope) {
    newUserForm(organizationId: $organizationId, scope: $scope) {
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

/**
 * The dialog of a new user of an organization, by default the viewer's own, or of one that is chosen in it. `scope`: of
 * the list from which it is opened.
 */
export function NewUserDialog(
  props: DialogProps & { organizationId?: string | null; choosesOrganization?: boolean; scope?: UserScope },
) {
  const { t } = useTranslation('users');
  const client = useApolloClient();
  const { organizationId = null, scope = 'ALL', onClose } = props;
  const { data, error, refetch } = useNewUserFormQuery({
    variables: { organizationId, scope },
    fetchPolicy: 'network-only',
  });
  const [chosen, setChosen] = useState<UserFormData | null>(null);

  /** Returns the form of another organization; what was typed stays when it cannot be loaded. */
  async function choose(id: string): Promise<UserFormData | null> {
    try {
      const { data: other } = await client.query({
        query: NewUserFormDocument,
        variables: { organizationId: id, scope },
        fetchPolicy: 'network-only',
      });
      const form = other!.newUserForm as UserFormData;
      setChosen(form);
      return form;
    } catch {
      toaster.error({ title: t('form.organizationFailed') });
      return null;
    }
  }

  return (
    <LoadedForm
      title={t('form.add')}
      form={chosen ?? (data?.newUserForm as UserFormData | undefined)}
      error={error}
      onRetry={() => void refetch()}
      onChooseOrganization={props.choosesOrganization ? choose : undefined}
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
    onChooseOrganization?: ChooseOrganization;
  },
) {
  const { form, title, onClose, error, userId, onChooseOrganization } = props;
  if (form) return <UserFormEditor {...{ title, userId, form, onChooseOrganization, onClose }} />;
  return (
    <Modal open onClose={onClose} title={title} size="lg" finalFocus={firstField}>
      {error ? <ErrorState error={error} onRetry={props.onRetry} /> : <SkeletonLines lines={6} height="10" />}
    </Modal>
  );
}
