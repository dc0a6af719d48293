import { Menu, Portal, useMenu } from '@chakra-ui/react';
import { Ban, CalendarClock, FileDigit, KeyRound, Trash2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fromButton, useGivenButton, type ButtonOfPart } from '../../components/usePartButton.ts';
import type { DeviceAction } from './deviceActions.ts';

const icons: Record<DeviceAction, LucideIcon> = {
  addPin: KeyRound,
  edit: CalendarClock,
  icodeReports: FileDigit,
  delete: Trash2,
  void: Ban,
};

/** The menu of what can be done with one device. */
export function DeviceHistoryMenuItems(props: {
  ofButton: ButtonOfPart;
  actions: readonly DeviceAction[];
  onAction: (action: DeviceAction) => void;
}) {
  const { t } = useTranslation('device-history');
  const menu = useMenu({ positioning: { placement: 'bottom-end' } });
  useGivenButton(props.ofButton, menu.api);
  return (
    <Menu.RootProvider value={menu} lazyMount>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {props.actions.map((action) => {
              const Icon = icons[action];
              return (
                <Menu.Item
                  key={action}
                  value={action}
                  color={action === 'delete' || action === 'void' ? 'fg.error' : undefined}
                  // Enter clicks too. The menu's own onSelect needs a highlighted item, which a quick click does not
                  // always cause.
                  onClick={fromButton(props.ofButton, () => props.onAction(action))}
                >
                  <Icon size={16} aria-hidden="true" />
                  {t(`menu.${action}`)}
                </Menu.Item>
              );
            })}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.RootProvider>
  );
}
