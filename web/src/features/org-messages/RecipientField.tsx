import { Box, Button, HStack, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/FormField.tsx';
import { useRecipients, type Recipient } from './useRecipients.ts';

/** Name, address and organisation: two people may share a name. */
export function RecipientText({ user }: { user: Recipient }) {
  return (
    <Box minW="0" textAlign="start" overflowWrap="anywhere">
      <Text as="span" display="block" fontWeight="medium">
        {user.lastName}, {user.firstName}
      </Text>
      <Text as="span" display="block" textStyle="xs" color="fg.muted">
        {user.organization.name} · {user.email}
      </Text>
    </Box>
  );
}

/** Whom a message is for: searched by name, address or organisation, then chosen. */
export function RecipientField(props: {
  value: Recipient | null;
  onChange: (user: Recipient | null) => void;
  error?: string;
}) {
  const { t } = useTranslation('org-messages');
  const [typed, setTyped] = useState('');
  const { found, error, retry } = useRecipients(typed);

  function pick(user: Recipient) {
    setTyped('');
    props.onChange(user);
  }

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
    <Stack gap="2">
      <FormField label={t('recipient')} error={props.error} help={t('searchHelp')} required>
        <Input
          type="search"
          name="userId"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // Enter looks for a user; it does not send.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </FormField>
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      <Text role="status" textStyle="xs" color="fg.muted" minH="4">
        {found ? t('found', { number: found.length }) : null}
      </Text>
      {found && found.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="1" maxH="18rem" overflowY="auto" aria-label={t('results')}>
          {found.map((user) => (
            <li key={user.id}>
              <Button
                variant="ghost"
                w="full"
                h="auto"
                py="2"
                justifyContent="flex-start"
                whiteSpace="normal"
                onClick={() => pick(user)}
              >
                <RecipientText user={user} />
              </Button>
            </li>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}
