import { HStack, IconButton, Stack, Text } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { formatInstant } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { SecondFactorsQuery } from '../../pages/gql/SecurityPage.ts';
import { useDeletePasskey } from './gql/PasskeyList.ts';

graphql(`
  mutation DeletePasskey($id: ID!) {
    deletePasskey(id: $id) {
      ...UserErrors
    }
  }
`);

/** The viewer's passkeys, each with a button that deletes it. */
export function PasskeyList(props: {
  passkeys: SecondFactorsQuery['secondFactors']['passkeys'];
  onChanged: () => void;
}) {
  const { t } = useTranslation('two-factor');
  const { timezone } = useViewer().organization;
  const confirm = useConfirm();
  const remove = useDeletePasskey();

  async function ask(id: string, name: string) {
    if (!(await confirm({ title: t('warning'), body: t('passkey.deleteQuestion', { name }), danger: true }))) return;
    try {
      const { userErrors } = await remove({ id });
      if (userErrors[0]) toaster.error({ title: userErrors[0].message });
      else props.onChanged();
    } catch {
      toaster.error({ title: t('failed') });
    }
  }

  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {props.passkeys.map(({ id, name, lastUsedAt }) => (
        <HStack as="li" key={id} justify="space-between" borderTopWidth="1px" py="1">
          <Text>
            {name}{' '}
            <Text as="span" textStyle="xs" color="fg.muted">
              {lastUsedAt ? t('passkey.used', { date: formatInstant(lastUsedAt, timezone) }) : t('passkey.unused')}
            </Text>
          </Text>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={t('passkey.delete', { name })}
            onClick={() => void ask(id, name)}
          >
            <Trash2 />
          </IconButton>
        </HStack>
      ))}
    </Stack>
  );
}
