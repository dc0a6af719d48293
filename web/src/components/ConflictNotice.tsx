import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface ChangedField {
  field: string;
  label: string;
  before: string;
  after: string;
  /** The own value; null for a field that the user has not changed. */
  mine: string | null;
}

/**
 * Each change of the other user with the own one of the same field. The input stays in the form until the user decides. It
 * comes into view, as the button that was pressed can be far below it.
 */
export function ConflictNotice(props: {
  message: string;
  lines: readonly ChangedField[];
  onResolve: (keep: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation('conflict');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), []);
  const shown = (text: string) => text || t('nothing');
  return (
    <Alert.Root ref={notice} status="warning" role="alert" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="3">
        <Alert.Title>{props.message}</Alert.Title>
        <Stack as="ul" gap="2" listStyleType="none" color="fg" overflowWrap="anywhere" maxH="60" overflowY="auto">
          {props.lines.map(({ field, label, before, after, mine }) => (
            <li key={field}>
              <Text as="span" fontWeight="medium">
                {label}
              </Text>
              {': '}
              {t('theirs', { before: shown(before), after: shown(after) })}
              {mine === null ? null : ` ${t('mine', { value: shown(mine) })}`}
            </li>
          ))}
        </Stack>
        <Text color="fg">{t('kept')}</Text>
        <HStack gap="3" flexWrap="wrap">
          <Button size="sm" onClick={() => props.onResolve('mine')}>
            {t('keepMine')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => props.onResolve('theirs')}>
            {t('takeTheirs')}
          </Button>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
