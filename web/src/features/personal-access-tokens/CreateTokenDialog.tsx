import { Input, NativeSelect } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { tokenRules } from '#rules/credentials/credentials';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { validationErrors } from '../../lib/precognition.ts';
import { useCreatePersonalAccessToken } from './gql/CreateTokenDialog.ts';
import type { NewToken } from './NewTokenDialog.tsx';
import { ScopesField, type TokenValues } from './ScopesField.tsx';

graphql(`
  mutation CreatePersonalAccessToken($input: CreatePersonalAccessTokenInput!) {
    createPersonalAccessToken(input: $input) {
      accessToken
      ...UserErrors
    }
  }
`);

/** The input of the form. */
const LIVES = [7, 30, 90, 180, 365] as const;
const USUAL_LIFE = 90;

/** The server judges the length of a name while it is typed; a blank name is never sent. */
const liveRules = object({ name: string().trim().required() });

/** A new token. Its secret is passed to `onCreated` and kept in no cache. */
export function CreateTokenDialog(props: {
  user: { id: string; databaseId: number };
  onClose: () => void;
  onCreated: (token: NewToken) => void;
}) {
  const { t } = useTranslation('personal-access-tokens');
  const { user, onClose, onCreated } = props;
  const create = useCreatePersonalAccessToken();
  const submitForm = useSubmitForm<TokenValues>({
    resolver: yupResolver(tokenRules) as unknown as Resolver<TokenValues>,
    defaultValues: { name: '', scopes: [], expiresInDays: USUAL_LIFE },
    live: {
      rules: liveRules,
      never: ['scopes', 'expiresInDays'],
      ask: ({ name }, only, signal) =>
        validationErrors({
          method: 'post',
          url: `/api/users/${user.databaseId}/personal-access-tokens`,
          data: { name },
          only,
          signal,
        }),
    },
    async onSubmit(values, { saving, saved }) {
      const input = { userId: user.id, ...values };
      const { accessToken, userErrors } = await saving(create({ input }, { fetchPolicy: 'no-cache' }));
      if (userErrors.length > 0) return userErrors;
      saved();
      onCreated({ name: values.name, secret: accessToken });
    },
    onFailure: (failure) => (failure === 'failed' ? t('failed') : undefined),
  });
  const { control, register, formState } = submitForm.form;
  const { errors } = formState;

  return (
    <FormDialog form={submitForm} title={t('create')} onClose={onClose} submitLabel={t('save')}>
      <FormField label={t('name')} help={t('nameHelp')} error={errors.name?.message} required>
        <Input autoComplete="off" data-autofocus="" {...register('name')} />
      </FormField>
      <ScopesField userId={user.id} control={control} />
      <FormField label={t('expires')} error={errors.expiresInDays?.message} help={t('expiresHelp')}>
        <NativeSelect.Root>
          <NativeSelect.Field {...register('expiresInDays', { valueAsNumber: true })}>
            {LIVES.map((days) => (
              <option key={days} value={days}>
                {t('days', { days })}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
    </FormDialog>
  );
}
