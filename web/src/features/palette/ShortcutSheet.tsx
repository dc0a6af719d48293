import { Kbd, Stack, Switch, Table, Text } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { setSingleKeys, useSingleKeys } from '../../lib/singleKeys.ts';

/** The sheet of keyboard shortcuts, with the switch that turns off those of one key (WCAG 2.1.4). */
export function ShortcutSheet(props: { open: boolean; onClose: () => void; modifier: string }) {
  const { t } = useTranslation('palette');
  const singleKeys = useSingleKeys();
  const shortcuts = [
    { keys: [props.modifier, 'K'], does: t('shortcuts.palette') },
    { keys: ['/'], does: t('shortcuts.search'), isSingle: true },
    { keys: ['?'], does: t('shortcuts.sheet'), isSingle: true },
    { keys: [ArrowUp, ArrowDown], does: t('shortcuts.move') },
    { keys: ['Enter'], does: t('shortcuts.choose') },
    { keys: [props.modifier, 'Enter'], does: t('shortcuts.newTab') },
    { keys: ['Esc'], does: t('shortcuts.close') },
  ];
  return (
    <Modal open={props.open} onClose={props.onClose} title={t('shortcuts.title')} size="md">
      <Stack gap="4" pb="2">
        <Table.Root size="sm">
          <Table.Header srOnly>
            <Table.Row>
              <Table.ColumnHeader>{t('shortcuts.key')}</Table.ColumnHeader>
              <Table.ColumnHeader>{t('shortcuts.does')}</Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {shortcuts.map(({ keys, does, isSingle }) => (
              <Table.Row key={does} bg="transparent" color={isSingle && !singleKeys ? 'fg.muted' : undefined}>
                <Table.Cell whiteSpace="nowrap" w="1%" pe="6">
                  {keys.map((Key, n) => (
                    <Kbd key={n} me="1">
                      {typeof Key === 'string' ? (
                        Key
                      ) : (
                        <Key size={14} aria-label={t(n ? 'shortcuts.down' : 'shortcuts.up')} />
                      )}
                    </Kbd>
                  ))}
                </Table.Cell>
                <Table.Cell>
                  {does}
                  {isSingle && !singleKeys ? ` (${t('shortcuts.off')})` : null}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
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
