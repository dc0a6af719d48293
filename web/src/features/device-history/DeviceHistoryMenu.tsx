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

/** The actions of one device. The button shows when one of them is running. */
export function DeviceHistoryMenu(props: {
  historyId: number;
  /** Name of the device, which distinguishes its menu from the others. */
  device: string;
  actions: readonly DeviceAction[];
  busy: boolean;
  onAction: (action: DeviceAction) => void;
}) {
  const { t } = useTranslation('device-history');
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Tooltip content={t('menu.tooltip')}>
        {/* The menu sets the id of the button; the tooltip needs an element with its own id. */}
        <span>
          <Menu.Trigger asChild>
            {/* Busy instead of disabled: a disabled button loses the focus, which the dialog must return. */}
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
                  // Enter clicks too. The menu's own onSelect needs a highlighted item, which a quick click does not
                  // always cause.
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
