import { useEffect, useState } from 'react';
import { keepPlace } from '../../components/keptPlace.ts';
import type { Asked } from './FollowUpRows.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { CompleteDialog } from './CompleteDialog.tsx';
import { AssignMenu, SnoozeMenu } from './FollowUpMenus.tsx';
import { QuickAct, type Quick } from './QuickAct.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import type { ActProps } from './useActForm.ts';

type Step = { is: 'menu' | 'dialog' } | { is: 'quick'; quick: Quick };

/** What a button of a row asks for: a menu, a dialog, or an act that needs no further question. */
export function FollowUpActs({ asked, ...rest }: { asked: Asked } & Omit<ActProps, 'followUp'>) {
  const { act, button, followUp } = asked;
  const [step, setStep] = useState<Step>(() => firstStep(asked));
  // The row may leave the list.
  const [keep] = useState(() => keepPlace(button));
  useEffect(() => keep, [keep]);
  const props = { ...rest, followUp };
  const choose = (next: Step) => {
    // The menu takes the focus in the frame after the pointer came to the item.
    requestAnimationFrame(() => {
      button.focus();
      setStep(next);
    });
  };
  const menu = {
    ...props,
    button,
    onQuick: (quick: Quick) => choose({ is: 'quick', quick }),
    onDialog: () => choose({ is: 'dialog' }),
  };
  if (step.is === 'quick') return <QuickAct {...props} quick={step.quick} />;
  if (act === 'complete') return <CompleteDialog {...props} />;
  if (act === 'snooze') return step.is === 'menu' ? <SnoozeMenu {...menu} /> : <SnoozeDialog {...props} />;
  return step.is === 'menu' ? <AssignMenu {...menu} /> : <AssignDialog {...props} />;
}

function firstStep({ act }: Asked): Step {
  if (act === 'assignToMe' || act === 'reopen') return { is: 'quick', quick: { act } };
  return { is: act === 'complete' ? 'dialog' : 'menu' };
}
