import { Button, Stack, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { useUndoPatientMigration } from './gql/UndoMigration.ts';
import type { Migration } from './useFollowedMigration.ts';

graphql(`
  mutation UndoPatientMigration($input: UndoPatientMigrationInput!) {
    undoPatientMigration(input: $input) {
      migration {
        id
        ...PatientMigration_facts @unmask
      }
      ...UserErrors
    }
  }
`);

/** The button that undoes a migration within 24 hours of its end, after a question that says what stays. */
export function UndoMigration({ migration }: { migration: Migration }) {
  const { undoUntil, state, migrated } = migration;
  // An undo that runs, or has ended, is not repeated; one that failed is.
  if (!undoUntil || migrated === 0 || (state !== 'DONE' && state !== 'FAILED' && state !== 'UNDO_FAILED')) return null;
  return <WithinLimit key={undoUntil} migration={migration} undoUntil={undoUntil} />;
}

function WithinLimit({ migration, undoUntil }: { migration: Migration; undoUntil: string }) {
  const { t } = useTranslation('migration');
  const format = useInstantFormat();
  const isOver = useIsOver(undoUntil);
  const { busy, undo } = useUndo(migration);
  const isAgain = migration.state === 'UNDO_FAILED';
  const label = t(isAgain ? 'undo.again' : 'undo.button');
  if (isOver)
    return (
      <Text color="fg.muted" textStyle="xs">
        {t('undo.over', { until: format(undoUntil) })}
      </Text>
    );
  return (
    <Stack gap="1" align="flex-start">
      {migration.viewerCanUndo ? (
        <Button size="sm" variant="outline" loading={busy} loadingText={label} onClick={() => void undo()}>
          <Undo2 aria-hidden="true" />
          {label}
        </Button>
      ) : null}
      <Text color="fg.muted" textStyle="xs">
        {t(isAgain ? 'undo.untilAgain' : 'undo.until', { until: format(undoUntil) })}
      </Text>
    </Stack>
  );
}

/** Returns whether the instant is past, also when it passes while the page is open. Of one instant: give it a key. */
function useIsOver(instant: string): boolean {
  const [isOver, setOver] = useState(() => Date.parse(instant) <= Date.now());
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setOver(true), Date.parse(instant) - Date.now());
    return () => clearTimeout(timer);
  }, [instant, isOver]);
  return isOver;
}

function useUndo({ id, migrated, undone, kept, alreadyHere }: Migration) {
  const { t } = useTranslation('migration');
  const confirm = useConfirm();
  const undoMigration = useUndoPatientMigration();
  const [busy, setBusy] = useState(false);

  async function undo() {
    const body = (
      <Stack gap="2">
        <Text>{t('undo.removes', { migrated: migrated - undone - kept })}</Text>
        <Text>{t('undo.keeps')}</Text>
        <Text>{t('undo.stays', { alreadyHere })}</Text>
      </Stack>
    );
    if (!(await confirm({ title: t('undo.title'), body, confirmLabel: t('undo.button'), danger: true }))) return;
    setBusy(true);
    try {
      // The cache has the answer: what shows the migration follows the undo.
      const { userErrors } = await undoMigration({ input: { id } });
      if (userErrors[0]) toaster.error({ title: t('undo.failed'), description: userErrors[0].message });
    } catch {
      toaster.error({ title: t('undo.failed') });
    } finally {
      setBusy(false);
    }
  }
  return { busy, undo };
}
