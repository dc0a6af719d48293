import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../components/Combobox.tsx';
import { FormField } from '../../components/FormField.tsx';
import { nameInList } from '../../lib/nameInList.ts';
import { useFindRecipients } from './gql/recipient.ts';
import { fewestRecipientLetters, type Recipient } from './recipient.ts';

const placeOf = (user: Recipient) => `${user.organization.name} · ${user.email}`;

/** Name, address and organization, because two users may share a name. */
export function RecipientText({ user }: { user: Recipient }) {
  return (
    <Box minW="0" textAlign="start" overflowWrap="anywhere">
      <Text as="span" display="block" fontWeight="medium">
        {nameInList(user)}
      </Text>
      <Text as="span" display="block" textStyle="xs" color="fg.muted">
        {placeOf(user)}
      </Text>
    </Box>
  );
}

/** The recipient of a message, searched by name, address or organization. */
export function RecipientField(props: {
  value: Recipient | null;
  onChange: (user: Recipient | null) => void;
  error?: string;
}) {
  const { t } = useTranslation('org-message-form');
  const findRecipients = useFindRecipients();

  if (props.value) {
    return (
      <FormField label={t('recipient')} error={props.error}>
        <HStack borderWidth="1px" borderRadius="l2" p="2" w="full" justify="space-between" gap="3">
          <RecipientText user={props.value} />
          <Button size="sm" variant="outline" onClick={() => props.onChange(null)}>
            {t('change')}
          </Button>
        </HStack>
      </FormField>
    );
  }
  return (
    <FormField label={t('recipient')} error={props.error} help={t('searchHelp')} required>
      <Combobox
        name="userId"
        minLetters={fewestRecipientLetters}
        options={async (search, signal) =>
          (await findRecipients({ search }, { signal })).map((user) => ({
            value: user.id,
            label: nameInList(user),
            description: placeOf(user),
            user,
          }))
        }
        value={null}
        onChange={(option) => props.onChange(option?.user ?? null)}
      />
    </FormField>
  );
}
