import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Submission, SubmitForm } from '../../components/useSubmitForm.ts';
import { keepFlash } from '../../lib/flash.ts';
import { page } from '../../lib/page.ts';
import { discardWork } from '../../lib/unsavedWork.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { EquipmentField, EquipmentValues } from './equipmentModes.ts';
import type { EquipmentStep } from './equipmentSteps.ts';
import { MovedNights } from './MovedNights.tsx';
import { OverlapMessage } from './OverlapMessage.tsx';

type EquipmentForm = Pick<SubmitForm<EquipmentValues>, 'form' | 'showErrors'>;

/**
 * Returns a function that runs the steps in order and resolves to whether the assignment may continue. `reread` reloads
 * an assignment that another user changed, and returns its current dates.
 */
export function useEquipmentSteps(reread?: () => Promise<string>) {
  const { t } = useTranslation('device-history');
  const { viewerCanUseHandOffs } = useViewer();

  async function passes(step: EquipmentStep, { form, showErrors }: EquipmentForm, { confirm }: Submission) {
    // The dialog first returns the focus to the button, one frame later.
    const backTo = (field: EquipmentField) => requestAnimationFrame(() => form.setFocus(field));
    /** Resolves to whether the user continues; otherwise focuses the field in question. */
    const ask = async (
      question: { title: string; body: ReactNode; wide?: boolean },
      field: EquipmentField,
    ): Promise<boolean> => {
      const confirmed = await confirm({ ...question, confirmLabel: t('confirm.continue') });
      if (!confirmed) backTo(field);
      return confirmed;
    };
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
        showErrors(step.errors);
        return false;
      case 'invalidPin':
        await confirm({ title: t('confirm.invalidPin'), body: step.message, notice: true });
        showErrors(step.errors);
        return false;
      case 'confirmPinCleared':
        return ask({ title: t('confirm.warning'), body: t('messages.pin_not_removed') }, 'pinNumber');
      case 'confirmCompliance':
        return ask({ title: t('confirm.sure'), body: t('messages.confirm_assigned_date_change') }, 'startDate');
      case 'confirmDistance':
        return ask({ title: t('confirm.sure'), body: step.message }, 'startDate');
      case 'overlap':
        await confirm({
          title: t('confirm.overlaps'),
          body: (
            <OverlapMessage {...step} askable={viewerCanUseHandOffs ? form.getValues('serialNumber') : undefined} />
          ),
          notice: true,
        });
        backTo('startDate');
        return false;
      case 'confirmMoves':
        return ask({ title: t('moves.title'), body: <MovedNights impact={step.impact} />, wide: true }, 'startDate');
    }
  }

  return async (steps: readonly EquipmentStep[], form: EquipmentForm, submission: Submission): Promise<boolean> => {
    for (const step of steps) if (!(await passes(step, form, submission))) return false;
    return true;
  };
}
