import { Button, HStack, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { FormField } from '../../components/FormField.tsx';
import { Modal } from '../../components/Modal.tsx';
import type { PatientMigrationScope } from '../../gql/schema.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { LegacyPatients } from './LegacyPatients.tsx';
import { useLegacyPatients } from './useLegacyPatients.ts';
import { useStartMigration } from './useStartMigration.ts';

/**
 * The dialog of the patients of a legacy location, and which of them are migrated. Migrate closes it at once: the server
 * works on (document 001, section 4), and the page of the organization shows how far it is. `onClose`: the user closed it
 * without a choice; by default as `onDone`.
 */
export function MigratePatientsStep(props: { dmeId: string; onDone: () => void; onClose?: () => void }) {
  const { t } = useTranslation('migration');
  const { dmeId, onDone } = props;
  const active = useLegacyPatients(dmeId, true);
  const inactive = useLegacyPatients(dmeId, false);
  const start = useStartMigration();
  const isStarted = useRef(false);
  const close = props.onClose ?? onDone;
  const shown = (total: number | undefined) => (total === undefined ? '–' : formatCount(total));

  function migrate(scope: PatientMigrationScope) {
    if (isStarted.current) return;
    isStarted.current = true;
    // Without a patient there is nothing to ask for.
    if (active.total !== 0 || inactive.total !== 0) void start({ dmeId, scope });
    onDone();
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      title={t('patients.title')}
      size="lg"
      footer={
        <Button variant="outline" onClick={close}>
          {t('cancel')}
        </Button>
      }
    >
      <Stack gap="4" pb="4">
        <LegacyPatients patients={active} label={t('patients.active', { total: shown(active.total) })} />
        {inactive.total ? (
          <LegacyPatients patients={inactive} label={t('patients.inactive', { total: shown(inactive.total) })} />
        ) : null}
        <ScopeCard active={active.total} inactive={inactive.total} onMigrate={migrate} />
      </Stack>
    </Modal>
  );
}

/** What can be chosen: active patients alone only where there are inactive ones, and inactive ones alone where there are both. */
function scopesOf(active: number | undefined, inactive: number | undefined): PatientMigrationScope[] {
  if (!inactive) return ['ALL'];
  return active ? ['ACTIVE', 'INACTIVE', 'ALL'] : ['ACTIVE', 'ALL'];
}

/** Returns the number of all patients; undefined until both numbers are there. */
const sum = (active: number | undefined, inactive: number | undefined) =>
  active === undefined || inactive === undefined ? undefined : active + inactive;

function ScopeCard(props: {
  active: number | undefined;
  inactive: number | undefined;
  onMigrate: (scope: PatientMigrationScope) => void;
}) {
  const { t } = useTranslation('migration');
  const { active, inactive } = props;
  const [scope, setScope] = useState<PatientMigrationScope>('ALL');
  const chosen = { ACTIVE: active, INACTIVE: inactive, ALL: sum(active, inactive) }[scope];
  return (
    <Card title={t('patients.select')}>
      <Stack gap="3">
        {active === 0 && inactive === 0 ? <Text color="fg.muted">{t('patients.none')}</Text> : null}
        <HStack gap="3" align="flex-start" flexWrap="wrap">
          <FormField
            label={t('patients.choose')}
            help={chosen ? t('patients.chosen', { count: chosen, total: formatCount(chosen) }) : undefined}
            w={{ base: 'full', sm: '80' }}
          >
            <NativeSelect.Root>
              <NativeSelect.Field
                value={scope}
                onChange={({ target }) => setScope(target.value as PatientMigrationScope)}
              >
                {scopesOf(active, inactive).map((value) => (
                  <option key={value} value={value}>
                    {t(`patients.scopes.${value}`)}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
          <Button mt={{ sm: '6' }} onClick={() => props.onMigrate(scope)}>
            {t('patients.migrate')}
          </Button>
        </HStack>
      </Stack>
    </Card>
  );
}
