import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useConfirm } from '../../components/ConfirmDialog.tsx';

/** Asks before typed work is left behind: by a link of the client, or by the browser closing or reloading the page. */
export function useLeaveGuard(isDirty: boolean): void {
  const { t } = useTranslation('device-settings');
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: t('leave.title'),
      body: t('leave.body'),
      confirmLabel: t('leave.confirm'),
      danger: true,
    }).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
    // Once for each attempt: another language meanwhile is no other question.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
