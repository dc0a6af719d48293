import { yupResolver } from '@hookform/resolvers/yup';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AnyObjectSchema } from 'yup';
import { createUserRules, updateUserRules } from '#rules/users/form/user-form';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict, type OpenConflict } from '../../components/useConflict.ts';
import { useSubmitForm, type SubmitForm, type Submission } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCheckCreateUser, useCheckUpdateUser, useCreateUser, useUpdateUser } from './gql/useUserForm.ts';
import { USER_QUERIES } from './useUserAction.ts';
import {
  createUserInput,
  emptyUser,
  saveQuestions,
  updateUserInput,
  userValuesOf,
  changedUserFields,
  type UserFormData,
  type UserValues,
} from './userFormValues.ts';

graphql(`
  query CheckCreateUser($input: CreateUserInput!, $only: [String!]) {
    checkCreateUser(input: $input, only: $only) {
      ...UserErrors
    }
  }
`);

graphql(`
  query CheckUpdateUser($input: UpdateUserInput!, $only: [String!]) {
    checkUpdateUser(input: $input, only: $only) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user {
        id
        firstName
        lastName
        roleLabel
      }
      conflict {
        ...UserForm_values @unmask
      }
      ...UserErrors
    }
  }
`);

/** Returns the form of a new user, or of an existing one with `userId`, and the conflict with another administrator. */
export function useUserForm(props: { userId?: string; form: UserFormData; onClose: () => void }): {
  form: SubmitForm<UserValues>;
  conflict: OpenConflict<UserValues> | null;
} {
  const { userId, onClose } = props;
  const { t } = useTranslation('users');
  const checkCreate = useCheckCreateUser();
  const checkUpdate = useCheckUpdateUser();
  const create = useCreateUser();
  const update = useUpdateUser();
  const protection = useConflict({ row: props.form.values, valuesOf: userValuesOf, differing: changedUserFields });
  const { known, before } = protection;
  const rules = (userId ? updateUserRules : createUserRules) as unknown as AnyObjectSchema;
  const organizationId = props.form.organization.id;

  async function confirmed(values: UserValues, { confirm }: Submission): Promise<boolean> {
    const facts = { before, asksForPhone: props.form.asksForPhone, hasSms: known?.twoFactorSmsEnabled ?? false };
    for (const question of saveQuestions(values, facts)) {
      const body =
        question.kind === 'access'
          ? t('form.confirm.access', { fields: question.changed.map((field) => t(`form.${field}`)).join(', ') })
          : t(`form.confirm.${question.kind}`);
      if (!(await confirm({ title: t('form.confirm.title'), body, confirmLabel: t('form.save') }))) return false;
    }
    return true;
  }

  const form: SubmitForm<UserValues> = useSubmitForm<UserValues>({
    resolver: yupResolver(rules) as Resolver<UserValues>,
    mode: 'onTouched',
    defaultValues: before ?? emptyUser(props.form),
    live: {
      rules,
      async ask(values, fields, signal) {
        const only = [...fields];
        const { userErrors } = userId
          ? await checkUpdate({ input: updateUserInput(values, userId, known!.version), only }, { signal })
          : await checkCreate({ input: createUserInput(values, organizationId), only }, { signal });
        return userErrors;
      },
    },
    async onSubmit(values, submission) {
      if (!(await confirmed(values, submission))) return;
      if (userId) {
        const answer = await protection.save(values, ({ version }) =>
          submission.saving(
            update({ input: updateUserInput(values, userId, version) }, { refetchQueries: USER_QUERIES }),
          ),
        );
        if (!answer) return;
        if (answer.userErrors.length > 0) return answer.userErrors;
      } else {
        const input = createUserInput(values, organizationId);
        const { userErrors } = await submission.saving(create({ input }, { refetchQueries: USER_QUERIES }));
        if (userErrors.length > 0) return userErrors;
      }
      submission.saved();
      toaster.success({ title: userId ? t('form.updated') : t('form.created', { email: values.email }) });
      onClose();
    },
    onFailure: (failure) => (failure === 'failed' ? t('form.failed') : undefined),
  });

  return { form, conflict: protection.open(form.form) };
}
