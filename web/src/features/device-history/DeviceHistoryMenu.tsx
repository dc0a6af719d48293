import { IconButton, Spinner } from '@chakra-ui/react';
import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../components/Tooltip.tsx';
import { usePartButton } from '../../components/usePartButton.ts';
import type { DeviceAction } from './deviceActions.ts';

const loadItems = () => import('./DeviceHistoryMenuItems.tsx');

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
  const { part, button, ofButton } = usePartButton(loadItems, 'menu');
  return (
    <>
      <Tooltip content={t('menu.tooltip')}>
        {/* The menu sets the id of the button; the tooltip needs an element with its own id. */}
        <span>
          {/* Busy instead of disabled: a disabled button loses the focus, which the dialog must return. */}
          <IconButton
            size="xs"
            variant="ghost"
            data-menu={props.historyId}
            aria-busy={props.busy}
            aria-label={t('menu.label', { device: props.device })}
            {...button}
          >
            {props.busy ? <Spinner size="xs" /> : <EllipsisVertical />}
          </IconButton>
        </span>
      </Tooltip>
      {part ? (
        <part.DeviceHistoryMenuItems ofButton={ofButton} actions={props.actions} onAction={props.onAction} />
      ) : null}
    </>
  );
}
