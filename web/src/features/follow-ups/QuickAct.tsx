import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { ActProps } from './useActForm.ts';
import { actInputOf, sayHowItEnded, useConflictText, useSavedToast } from './actOperations.ts';
import { useAssignFollowUp, useReopenFollowUp, useSnoozeFollowUp } from './gql/actOperations.ts';

/** An act without a further question. */
export type Quick = { act: 'assignToMe' | 'assignToNoOne' | 'reopen' } | { act: 'snooze'; until: string };

/** Acts once, and says how it ended. */
export function QuickAct({ followUp, quick, onChanged, onEnd }: ActProps & { quick: Quick }) {
  const { t } = useTranslation('follow-up-acts');
  const me = useViewer().user.id;
  const assign = useAssignFollowUp();
  const snooze = useSnoozeFollowUp();
  const reopen = useReopenFollowUp();
  const conflictText = useConflictText();
  const savedToast = useSavedToast(onChanged);
  const name = nameInList(followUp.patient);

  const request = () => {
    const input = actInputOf(followUp);
    if (quick.act === 'snooze') return snooze({ input: { ...input, until: quick.until, note: null } });
    if (quick.act === 'reopen') return reopen({ input });
    return assign({ input: { ...input, userId: quick.act === 'assignToMe' ? me : null } });
  };
  const done =
    quick.act === 'snooze'
      ? t('done.snooze', { name, date: formatDate(quick.until) })
      : t(`done.${quick.act}`, { name });

  // React runs effects twice in development: the act is sent once.
  const isSent = useRef(false);
  const act = useEffectEvent(() =>
    sayHowItEnded(t, request(), conflictText, (saved) => savedToast(done, saved)).finally(() => {
      onChanged();
      onEnd();
    }),
  );
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void act();
  }, []);
  return null;
}
