import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './ConfirmDialog.tsx';

/** Returns the one question before unsaved input is lost; it resolves to whether to discard it. */
export function useLeaveQuestion(): (body?: string, confirmLabel?: string) => Promise<boolean> {
  const { t } = useTranslation('components');
  const confirm = useConfirm();
  return useCallback(
    (body, confirmLabel) =>
      confirm({
        title: t('leave.title'),
        body: body ?? t('leave.body'),
        confirmLabel: confirmLabel ?? t('leave.confirm'),
        danger: true,
      }),
    [confirm, t],
  );
}
