import { Alert, Button, HStack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { SettingsForm } from './settingsFormValues.ts';

/**
 * Explains that the form starts with the pending change and will replace it; a button starts with the current settings
 * instead.
 */
export function StartingPoint(props: { form: SettingsForm; onStartFrom: (from: 'current' | 'pending') => void }) {
  const { t } = useTranslation('device-settings');
  const format = useInstantFormat();
  const { pending, currentMode } = props.form;
  const [from, setFrom] = useState<'current' | 'pending'>('pending');
  if (!pending) return null;
  const other = from === 'pending' ? 'current' : 'pending';

  return (
    <Alert.Root status="info">
      <Alert.Indicator />
      <Alert.Content>
        <HStack justify="space-between" gap="3" flexWrap="wrap">
          <Text>
            {t('start.pending', { name: pending.submittedBy ?? t('somebody'), at: format(pending.submittedAt) })}{' '}
            {t(`start.from_${from}`)}
          </Text>
          {currentMode === null ? null : (
            <Button
              size="xs"
              variant="outline"
              onClick={() => {
                setFrom(other);
                props.onStartFrom(other);
              }}
            >
              {t(`start.use_${other}`)}
            </Button>
          )}
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
