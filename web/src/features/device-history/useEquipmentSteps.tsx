import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { keepFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { discardWork } from '../../lib/unsavedWork.ts';
import { setUserErrors } from '../../lib/userErrors.ts';
import type { EquipmentField } from './equipmentModes.ts';
import type { EquipmentStep } from './equipmentSteps.ts';
import { OverlapMessage } from './OverlapMessage.tsx';
import type { EquipmentFormReturn } from './useEquipmentForm.ts';

/**
 * Goes through the steps one after the other; answers whether every one let the assignment go on.
 * `reread` reads an assignment that somebody else has changed, and answers its dates as they are now.
 */
export function useEquipmentSteps(form: EquipmentFormReturn, reread?: () => Promise<string>) {
  const { t } = useTranslation('device-history');
  const confirm = useConfirm();

  // The dialog gives the focus back to a button that is disabled meanwhile; one frame later it is ours to give.
  const backTo = (field: EquipmentField) => requestAnimationFrame(() => form.setFocus(field));

  /** Whether the user goes on; who does not is led to the field it is about. */
  async function ask(question: { title: string; body: string }, field: EquipmentField): Promise<boolean> {
    const confirmed = await confirm({ ...question, confirmLabel: t('confirm.continue') });
    if (!confirmed) backTo(field);
    return confirmed;
  }

  async function passes(step: EquipmentStep): Promise<boolean> {
    switch (step.kind) {
      case 'reload':
        keepFlash(step.message);
        discardWork();
        page.reload();
        return false;
      case 'changed': {
        const body = t('messages.changed_meanwhile', { range: await reread?.() });
        await confirm({ title: t('confirm.changed'), body, notice: true });
        backTo('startDate');
        return false;
      }
      case 'fields':
        setUserErrors(form, step.errors);
        return false;
      case 'invalidPin':
        await confirm({ title: t('confirm.invalidPin'), body: step.message, notice: true });
        setUserErrors(form, step.errors);
        backTo('pinNumber');
        return false;
      case 'confirmPinCleared':
        return ask({ title: t('confirm.warning'), body: t('messages.pin_not_removed') }, 'pinNumber');
      case 'confirmCompliance':
        return ask({ title: t('confirm.sure'), body: t('messages.confirm_assigned_date_change') }, 'startDate');
      case 'confirmDistance':
        return ask({ title: t('confirm.sure'), body: step.message }, 'startDate');
      case 'overlap':
        await confirm({ title: t('confirm.overlaps'), body: <OverlapMessage {...step} />, notice: true });
        backTo('startDate');
        return false;
    }
  }

  return async (steps: readonly EquipmentStep[]): Promise<boolean> => {
    for (const step of steps) if (!(await passes(step))) return false;
    return true;
  };
}
