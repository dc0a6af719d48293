import { NativeSelect, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useRotateServiceAccountKey } from './gql/RotateKeyDialog.ts';
import type { Account, NewSecret } from './serviceAccount.ts';

graphql(`
  mutation RotateServiceAccountKey($input: RotateServiceAccountKeyInput!) {
    rotateServiceAccountKey(input: $input) {
      clientId
      clientSecret
      ...UserErrors
    }
  }
`);

/** Hours for which the secret until now still works; the server takes at most 24. */
const OVERLAPS = [0, 1, 8, 24] as const;

/** Asks how long the old secret works, and makes another one. It is passed to `onRotated` and kept in no cache. */
export function RotateKeyDialog(props: {
  account: Pick<Account, 'id' | 'name'>;
  onClose: () => void;
  onRotated: (secret: NewSecret) => void;
}) {
  const { t } = useTranslation('service-accounts');
  const { id, name } = props.account;
  const rotate = useRotateServiceAccountKey();
  const submitForm = useSubmitForm<{ overlapHours: number }>({
    defaultValues: { overlapHours: 0 },
    async onSubmit({ overlapHours }, { saving, saved }) {
      const input = { serviceAccountId: id, overlapHours };
      const { clientId, clientSecret, userErrors } = await saving(rotate({ input }, { fetchPolicy: 'no-cache' }));
      if (userErrors.length > 0) return userErrors;
      saved();
      props.onRotated({ name, clientId: clientId!, secret: clientSecret });
    },
    onFailure: (failure) => (failure === 'failed' ? t('failed') : undefined),
  });
  return (
    <FormDialog form={submitForm} title={t('rotateOf', { name })} onClose={props.onClose} submitLabel={t('rotate')}>
      <Text>{t('rotateAbout')}</Text>
      <FormField label={t('overlap')}>
        <NativeSelect.Root>
          <NativeSelect.Field {...submitForm.form.register('overlapHours', { valueAsNumber: true })}>
            {OVERLAPS.map((hours) => (
              <option key={hours} value={hours}>
                {t(`overlaps.${hours}`)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
    </FormDialog>
  );
}
