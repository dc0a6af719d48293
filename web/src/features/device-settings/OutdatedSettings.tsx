import { Alert, Button, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ChangesTable } from './ChangesTable.tsx';
import { changesBetween } from './settingsDiff.ts';
import { SettingsStatus, type SettingsRecord } from './SettingsStatus.tsx';

/**
 * Shown when the settings changed while the user was editing: lists the changes and lets the user continue. The input
 * stays in the form, and nothing is submitted over changes that the user has not seen.
 */
export function OutdatedSettings(props: {
  before: SettingsRecord | null;
  now: SettingsRecord | null;
  onSeen: () => void;
}) {
  const { t } = useTranslation('device-settings');
  const changes = changesBetween(props.before, props.now);
  return (
    <Alert.Root status="warning" role="alert" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="3">
        <Alert.Title>{t('meanwhile.title')}</Alert.Title>
        <Stack gap="3" color="fg">
          {props.now ? <SettingsStatus record={props.now} /> : null}
          {changes.length > 0 ? (
            <ChangesTable
              label={t('meanwhile.changes')}
              before={t('meanwhile.before')}
              after={t('meanwhile.after')}
              changes={changes}
            />
          ) : null}
          <span>{t('meanwhile.kept')}</span>
          <Button size="sm" variant="outline" alignSelf="flex-start" onClick={props.onSeen}>
            {t('meanwhile.seen')}
          </Button>
        </Stack>
      </Alert.Content>
    </Alert.Root>
  );
}
