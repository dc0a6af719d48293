import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import type { DeviceAction } from './deviceActions.ts';
import type { CardContext, DeviceHistoryRef, DeviceOfCard } from './DeviceHistoryCard.tsx';
import { DeviceHistoryList } from './DeviceHistoryList.tsx';
import { useConfirmedDelete } from './useConfirmedDelete.ts';
import { useVoidedToast } from './useVoidedToast.ts';
import { useEquipmentOfDevice, type EquipmentOfDevice } from './useEquipmentOfDevice.ts';

const loadDialog = () => import('./EditEquipment.tsx');
const loadVoidDialog = () => import('./VoidDeviceDialog.tsx');

/**
 * The device history selector of a patient or a machine: the cards and the actions of their menus (document 000,
 * section 2).
 */
export function DeviceHistorySelector(props: {
  devices: readonly (DeviceHistoryRef & { id: string; databaseId: number })[];
  context: CardContext;
  /** history_id of the selected device. */
  selected: number | undefined;
  onSelect: (historyId: number) => void;
  /** Reloads the list; resolves when the answer has arrived. Never rejects. */
  onReload: () => Promise<unknown>;
  onICodeReports: (historyId: number) => void;
}) {
  const { t } = useTranslation('device-history');
  const { onReload } = props;
  const list = useRef<HTMLDivElement>(null);
  const read = useEquipmentOfDevice();
  const deleteDevice = useConfirmedDelete();
  const [busy, setBusy] = useState<number | null>(null);
  const [editing, setEditing] = useState<{ mode: 'update' | 'addPin'; device: EquipmentOfDevice } | null>(null);
  const dialog = usePart(loadDialog, editing !== null);
  const [voiding, setVoiding] = useState<DeviceOfCard | null>(null);
  const voidDialog = usePart(loadVoidDialog, voiding !== null);
  const sayVoided = useVoidedToast(onReload);

  // What a menu opened returns the focus to that menu, or to the selected card when the menu's card is gone.
  const openedFrom = useRef<number | null>(null);
  useEffect(() => {
    if (busy !== null || editing || voiding || openedFrom.current === null) return;
    const menu = list.current?.querySelector<HTMLElement>(`[data-menu="${openedFrom.current}"]`);
    openedFrom.current = null;
    if (document.activeElement === document.body)
      (menu ?? list.current?.querySelector<HTMLElement>('input:checked'))?.focus();
  }, [busy, editing, voiding]);

  async function edit(mode: 'update' | 'addPin', { id }: DeviceOfCard) {
    try {
      const device = await read(id);
      // Another user has added the PIN or ended the device since the page loaded.
      if (mode === 'addPin' && !device.viewerCanAddPin) throw new Error('no PIN is missing');
      setEditing({ mode, device });
    } catch {
      toaster.error({ title: t('openFailed') });
      await onReload();
    }
  }

  async function remove(device: DeviceOfCard) {
    if (await deleteDevice(device)) await onReload();
  }

  async function act(action: DeviceAction, device: DeviceOfCard) {
    if (action === 'icodeReports') {
      props.onICodeReports(device.databaseId);
      return;
    }
    // One action at a time: a menu can be opened again while an action is running.
    if (busy !== null) return;
    openedFrom.current = device.databaseId;
    setBusy(device.databaseId);
    try {
      if (action === 'delete') await remove(device);
      else if (action === 'void') setVoiding(device);
      else await edit(action === 'edit' ? 'update' : 'addPin', device);
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <DeviceHistoryList
        ref={list}
        devices={props.devices}
        context={props.context}
        selected={props.selected}
        onSelect={props.onSelect}
        busy={busy}
        onAction={(action, device) => void act(action, device)}
      />
      {editing && dialog ? (
        <dialog.EditEquipment {...editing} onClose={() => setEditing(null)} onReload={onReload} />
      ) : null}
      {voiding && voidDialog ? (
        <voidDialog.VoidDeviceDialog
          device={voiding}
          onClose={() => setVoiding(null)}
          onVoided={() => {
            sayVoided(voiding);
            void onReload();
          }}
        />
      ) : null}
    </>
  );
}
