import { Box, Stack, Switch, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { setSingleKeys, useSingleKeys } from '../../lib/singleKeys.ts';
import { keysOfPage } from './keysOfPage.ts';
import { ShortcutTable, type Shortcut } from './ShortcutTable.tsx';

/**
 * The sheet of keyboard shortcuts, also of the list that the page has, with the switch that turns off those of one key
 * (WCAG 2.1.4).
 */
export function ShortcutSheet(props: { open: boolean; onClose: () => void; modifier: string }) {
  const { t } = useTranslation('palette');
  const singleKeys = useSingleKeys();
  const { t: row } = useTranslation('row-keys');
  const list = keysOfPage();
  const shortcuts: Shortcut[] = [
    { keys: [props.modifier, 'K'], does: t('shortcuts.palette') },
    { keys: ['/'], does: t('shortcuts.search'), isSingle: true },
    { keys: ['?'], does: t('shortcuts.sheet'), isSingle: true },
    { keys: [ArrowUp, ArrowDown], does: t('shortcuts.move') },
    { keys: ['Enter'], does: t('shortcuts.choose') },
    { keys: [props.modifier, 'Enter'], does: t('shortcuts.newTab') },
    { keys: ['Esc'], does: t('shortcuts.close') },
  ];
  const ofRows: Shortcut[] = [
    { keys: [ArrowUp, ArrowDown], does: row('move') },
    { keys: ['Enter'], does: row('open') },
    ...(list.canSelect ? [{ keys: ['x'], does: row('select'), isSingle: true }] : []),
  ];
  return (
    <Modal open={props.open} onClose={props.onClose} title={t('shortcuts.title')} size="md">
      <Stack gap="4" pb="2">
        <ShortcutTable shortcuts={shortcuts} />
        {list.hasRows ? (
          <Box>
            <Text fontWeight="semibold" mb="1" aria-hidden="true">
              {row('title')}
            </Text>
            <ShortcutTable label={row('title')} shortcuts={ofRows} />
          </Box>
        ) : null}
        <Switch.Root size="sm" minH="6" checked={singleKeys} onCheckedChange={({ checked }) => setSingleKeys(checked)}>
          <Switch.HiddenInput />
          <Switch.Control />
          <Switch.Label>{t('shortcuts.single')}</Switch.Label>
        </Switch.Root>
        <Text textStyle="xs" color="fg.muted">
          {t('shortcuts.singleHelp')}
        </Text>
      </Stack>
    </Modal>
  );
}
