import { Kbd, Table } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../../lib/singleKeys.ts';

export interface Shortcut {
  keys: readonly (string | LucideIcon)[];
  does: string;
  /** It is a letter or sign alone, which can be turned off. */
  isSingle?: boolean;
}

/** Keys and what they do. An icon is an arrow: the first up, the second down. */
export function ShortcutTable({ label, shortcuts }: { label?: string; shortcuts: readonly Shortcut[] }) {
  const { t } = useTranslation('palette');
  const singleKeys = useSingleKeys();
  return (
    <Table.Root size="sm" aria-label={label}>
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
  );
}
