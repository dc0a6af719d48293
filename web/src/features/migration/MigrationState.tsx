import { Alert, HStack, Progress, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { isJobRunning } from '../../lib/useFollowedJob.ts';
import type { Migration } from './useFollowedMigration.ts';

const tones = {
  WAITING: 'neutral',
  RUNNING: 'info',
  DONE: 'success',
  FAILED: 'danger',
  UNDOING: 'info',
  UNDONE: 'neutral',
  UNDO_FAILED: 'danger',
} as const;

/** The state of a migration. */
export function MigrationBadge({ state }: Pick<Migration, 'state'>) {
  const { t } = useTranslation('migration');
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}

/** The number of patients by result, how far a running job is, and what it waits for. */
export function MigrationProgress({ migration }: { migration: Migration }) {
  const { t } = useTranslation('migration');
  const { state, total, migrated, alreadyHere, refused, undone, kept, problem } = migration;
  const counts = [
    ['migrated', migrated],
    ['alreadyHere', alreadyHere],
    ['refused', refused],
    ...(state === 'UNDOING' || state === 'UNDO_FAILED' || undone + kept > 0
      ? ([
          ['undone', undone],
          ['kept', kept],
        ] as const)
      : []),
  ] as const;
  const done = state === 'UNDOING' ? undone + kept : migrated + alreadyHere + refused;
  const all = state === 'UNDOING' ? migrated : total;
  return (
    <Stack gap="2">
      <HStack as="ul" listStyleType="none" gap="4" flexWrap="wrap" textStyle="sm">
        {counts.map(([name, count]) => (
          <Text as="li" key={name}>
            {t(`counts.${name}`, { total: formatCount(count) })}
          </Text>
        ))}
      </HStack>
      {isJobRunning(migration) ? (
        <Progress.Root value={all === null ? null : (done / Math.max(1, all)) * 100} aria-label={t('progress')}>
          <Progress.Label display="flex" justifyContent="space-between" mb="1">
            <span>{t('progress')}</span>
            {all === null ? null : <span>{t('ofTotal', { done: formatCount(done), total: formatCount(all) })}</span>}
          </Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : null}
      {problem ? (
        <Alert.Root status={isJobRunning(migration) ? 'warning' : 'error'} size="sm" role="status">
          <Alert.Indicator />
          <Alert.Title fontWeight="normal">{problem}</Alert.Title>
        </Alert.Root>
      ) : null}
    </Stack>
  );
}
