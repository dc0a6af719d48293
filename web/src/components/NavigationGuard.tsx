import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker, useLocation, useNavigate, useNavigationType } from 'react-router';
import { workState } from '../lib/unsavedWork.ts';
import { createBlockedBack } from './blockedBack.ts';
import { questionIsOpen } from './ConfirmDialog.tsx';
import { createDialogHistory, type DialogHistory } from './dialogHistory.ts';
import { useLeaveQuestion } from './useLeaveQuestion.ts';

const DialogHistoryContext = createContext<DialogHistory | null>(null);

/**
 * Guards unsaved input against navigation and gives every dialog a history entry. One for the whole router, because a
 * router has one blocker and one history.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const [history] = useState(createDialogHistory);
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  useNavigationQuestion(history);

  useEffect(() => {
    history.arrive(location, type, navigate);
    // oxlint-disable-next-line react/exhaustive-deps -- `navigate` changes with the location
  }, [history, location, type]);

  return <DialogHistoryContext value={history}>{children}</DialogHistoryContext>;
}

/** Asks before a navigation to another page loses unsaved input. During a submit nothing leaves the page. */
function useNavigationQuestion(history: DialogHistory) {
  const askToLeave = useLeaveQuestion();
  const location = useLocation();
  const [blockedBack] = useState(createBlockedBack);
  useEffect(() => blockedBack.listen(), [blockedBack]);
  useEffect(() => blockedBack.arrive(), [blockedBack, location]);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (history.holds(nextLocation, historyAction)) return true;
    if (currentLocation.pathname === nextLocation.pathname) return false;
    if (workState() === 'clean' && !questionIsOpen()) return false;
    if (historyAction === 'POP') blockedBack.block();
    return true;
  });
  const latest = useRef(blocker);
  const isAsking = useRef(false);

  useEffect(() => {
    latest.current = blocker;
    if (blocker.state !== 'blocked' || isAsking.current || history.isHolding()) return;
    if (workState() === 'busy' || questionIsOpen()) {
      blocker.reset();
      return;
    }
    isAsking.current = true;
    void askToLeave().then((leaves) => {
      isAsking.current = false;
      // The user may have tried to leave a second time while the question was open.
      const { current } = latest;
      if (current.state !== 'blocked') return;
      if (leaves) current.proceed();
      else current.reset();
    });
  }, [blocker, askToLeave, history]);
}

/** Gives a dialog a history entry while it is open. `requestClose` returns whether the dialog closes. */
export function useDialogEntry(isOpen: boolean, requestClose: () => Promise<boolean>): void {
  const history = useContext(DialogHistoryContext);
  if (!history) throw new Error('useDialogEntry outside NavigationGuard');
  const [id] = useState(() => Math.random().toString(36).slice(2));
  const latest = useRef(requestClose);
  useEffect(() => {
    latest.current = requestClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    return history.register({ id, pushed: false, leaving: false, requestClose: () => latest.current() });
  }, [isOpen, id, history]);
}
