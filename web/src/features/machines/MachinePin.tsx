import { HStack, IconButton, Text } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { MachinesPageQuery } from './gql/machineList.ts';
import { useShowMachinePin } from './gql/MachinePin.ts';

graphql(`
  mutation ShowMachinePin($id: ID!) {
    showMachinePin(id: $id) {
      pin
      ...UserErrors
    }
  }
`);

type Machine = Pick<
  MachinesPageQuery['machines']['edges'][number]['node'],
  'id' | 'serial' | 'hasPin' | 'viewerCanShowPin'
>;

/**
 * A known PIN as dots, and for viewers who may read it a button that shows it. The server records each time it does. The
 * PIN is in this component alone and is gone when it is hidden or leaves the screen.
 */
export function MachinePin({ machine: { id, serial, hasPin, viewerCanShowPin } }: { machine: Machine }) {
  const { t } = useTranslation('machines');
  const show = useShowMachinePin();
  const [pin, setPin] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hasPin) return null;

  async function reveal() {
    setBusy(true);
    try {
      const { pin: shown, userErrors } = await show({ id }, { fetchPolicy: 'no-cache' });
      const [refusal] = userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else if (shown === null) toaster.error({ title: t('pinDamaged') });
      else setPin(shown);
    } catch {
      toaster.error({ title: t('pinFailed') });
    } finally {
      setBusy(false);
    }
  }

  const label = t(pin === null ? 'pinShow' : 'pinHide', { serial });
  return (
    <HStack as="span" display="inline-flex" gap="1" aria-live="polite">
      {pin === null ? (
        <Text as="span" role="img" aria-label={t('pinHidden')} fontFamily="mono">
          ••••
        </Text>
      ) : (
        <Text as="span" fontFamily="mono">
          {pin}
        </Text>
      )}
      {viewerCanShowPin ? (
        <Tooltip content={label}>
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={label}
            loading={busy}
            onClick={() => (pin === null ? void reveal() : setPin(null))}
          >
            {pin === null ? <Eye /> : <EyeOff />}
          </IconButton>
        </Tooltip>
      ) : null}
    </HStack>
  );
}
