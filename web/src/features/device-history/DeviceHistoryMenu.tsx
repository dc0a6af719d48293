import { IconButton, Menu, Portal, Spinner } from '@chakra-ui/react';
import { CalendarClock, EllipsisVertical, FileDigit, KeyRound, Trash2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../components/Tooltip.tsx';
import type { DeviceAction } from './deviceActions.ts';

const icons: Record<DeviceAction, LucideIcon> = {
  addPin: KeyRound,
  edit: CalendarClock,
  icodeReports: FileDigit,
  delete: Trash2,
};

/** What can be done with one device. While something is done with it the button shows that. */
export function DeviceHistoryMenu(props: {
  historyId: number;
  /** What the device is called, so that one menu is told from the next. */
  device: string;
  actions: readonly DeviceAction[];
  busy: boolean;
  onAction: (action: DeviceAction) => void;
}) {
  const { t } = useTranslation('device-history');
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Tooltip content={t('menu.tooltip')}>
        {/* The id of the button is the menu's; the tooltip needs an element with an id of its own. */}
        <span>
          <Menu.Trigger asChild>
            {/* Busy and not disabled: a disabled button loses the focus, to which the dialog is to come back. */}
            <IconButton
              size="xs"
              variant="ghost"
              data-menu={props.historyId}
              aria-busy={props.busy}
              aria-label={t('menu.label', { device: props.device })}
            >
              {props.busy ? <Spinner size="xs" /> : <EllipsisVertical />}
            </IconButton>
          </Menu.Trigger>
        </span>
      </Tooltip>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {props.actions.map((action) => {
              const Icon = icons[action];
              return (
                <Menu.Item
                  key={action}
                  value={action}
                  color={action === 'delete' ? 'fg.error' : undefined}
                  // Enter clicks too. The menu's own onSelect needs the item to be highlighted, and a quick click is not always.
                  onClick={() => props.onAction(action)}
                >
                  <Icon size={16} aria-hidden="true" />
                  {t(`menu.${action}`)}
                </Menu.Item>
              );
            })}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
