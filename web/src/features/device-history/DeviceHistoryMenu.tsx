import { IconButton, Menu, Portal } from '@chakra-ui/react';
import { EllipsisVertical, FileDigit } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What can be done with one device. iCode Reports is shown to everybody who sees the device. */
export function DeviceHistoryMenu({ serial, onICodeReports }: { serial: string; onICodeReports: () => void }) {
  const { t } = useTranslation('device-history');
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <IconButton size="xs" variant="ghost" aria-label={t('menu.label', { serial })}>
          <EllipsisVertical />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="icode-reports" onSelect={onICodeReports}>
              <FileDigit size={16} aria-hidden="true" />
              {t('menu.icodeReports')}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
