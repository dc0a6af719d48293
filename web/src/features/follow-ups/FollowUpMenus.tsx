import { Menu, Portal } from '@chakra-ui/react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, today } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { useViewer } from '../../lib/viewer.ts';
import { daysAfter } from './followUpDays.ts';
import type { ActProps } from './useActForm.ts';
import type { Quick } from './QuickAct.tsx';

interface MenuProps extends ActProps {
  button: HTMLElement;
  onQuick: (quick: Quick) => void;
  onDialog: () => void;
}

/** For how many days a follow-up is snoozed with one click. */
const snoozes = [
  ['tomorrow', 1],
  ['threeDays', 3],
  ['week', 7],
] as const;

/** Until when to snooze. */
export function SnoozeMenu(props: MenuProps) {
  const { t } = useTranslation('follow-up-acts');
  const { timezone } = useViewer().organization;
  return (
    <ActMenu {...props} label={t('snooze.menu', { name: nameInList(props.followUp.patient) })}>
      {(item) => (
        <>
          {snoozes.map(([name, days]) => {
            const until = daysAfter(today(timezone), days);
            return item(name, t('snooze.until', { when: t(`snooze.${name}`), date: formatDate(until) }), () =>
              props.onQuick({ act: 'snooze', until }),
            );
          })}
          {item('date', t('snooze.date'), props.onDialog)}
        </>
      )}
    </ActMenu>
  );
}

/** The colleague to assign to. */
export function AssignMenu(props: MenuProps) {
  const { t } = useTranslation('follow-up-acts');
  const me = useViewer().user.id;
  const { assignee, patient } = props.followUp;
  return (
    <ActMenu {...props} label={t('assign.menu', { name: nameInList(patient) })}>
      {(item) => (
        <>
          {assignee?.id === me ? null : item('me', t('assign.me'), () => props.onQuick({ act: 'assignToMe' }))}
          {item('colleague', t('assign.colleague'), props.onDialog)}
          {assignee ? item('noOne', t('assign.noOne'), () => props.onQuick({ act: 'assignToNoOne' })) : null}
        </>
      )}
    </ActMenu>
  );
}

type Item = (key: string, text: string, choose: () => void) => ReactNode;

/** A menu at the button of a row. */
function ActMenu(props: Pick<MenuProps, 'button' | 'onEnd'> & { label: string; children: (item: Item) => ReactNode }) {
  const { button } = props;
  const [isOpen, setOpen] = useState(true);
  // The menu reports in the event of the choice that it closes.
  const isChosen = useRef(false);
  const positioning = useMemo(() => ({ placement: 'bottom-end' as const, getAnchorElement: () => button }), [button]);
  const item: Item = (key, text, choose) => (
    <Menu.Item
      key={key}
      value={key}
      // Enter clicks too. The menu's own onSelect needs a highlighted item, which a quick click does not always cause.
      onClick={() => {
        if (isChosen.current) return;
        isChosen.current = true;
        setOpen(false);
        choose();
      }}
    >
      {text}
    </Menu.Item>
  );
  return (
    <Menu.Root
      open={isOpen}
      positioning={positioning}
      aria-label={props.label}
      onOpenChange={({ open }) => {
        if (open || isChosen.current) return;
        props.onEnd();
        requestAnimationFrame(() => button.focus());
      }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content>{props.children(item)}</Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
