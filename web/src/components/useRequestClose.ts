import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import type { WorkState } from '../lib/unsavedWork.ts';
import { keepPlace } from './keptPlace.ts';
import { useDialogEntry } from './NavigationGuard.tsx';
import { useLeaveQuestion } from './useLeaveQuestion.ts';

/** What keeps a dialog open: `busy` always, `dirty` until the user confirms. */
export interface CloseGuard {
  state: () => WorkState;
  /** Instead of the usual text of the question. */
  question?: string;
  /** Instead of Discard, for a dialog that closes without losing what was entered. */
  confirmLabel?: string;
}

/** The props of Modal and Drawer that decide when they close. */
export interface ClosingProps {
  open: boolean;
  onClose: () => void;
  /** A click outside does not close: for forms with unsaved input. */
  keepOpen?: boolean;
  /** The page's address says that the dialog is open, so it has a history entry already. */
  inAddress?: boolean;
  guard?: CloseGuard;
}

/** The `requestClose` of the surrounding dialog. */
export const CloseContext = createContext<() => void>(() => {});

/** Returns the function that closes the surrounding dialog as Esc does: with a question when something would be lost. */
export const useCloseDialog = () => useContext(CloseContext);

/**
 * Returns `requestClose`, which closes a dialog unless its guard keeps it open, and the props of Chakra's dialog that
 * call it. An open dialog is a history entry: Back requests the close, and the page behind the dialog stays.
 */
export function useRequestClose({ open, onClose, keepOpen, inAddress, guard }: ClosingProps) {
  const askToLeave = useLeaveQuestion();
  const isAsking = useRef(false);

  async function close(): Promise<boolean> {
    const state = guard?.state() ?? 'clean';
    if (state === 'busy' || isAsking.current) return false;
    if (state === 'dirty') {
      isAsking.current = true;
      const leaves = await askToLeave(guard?.question, guard?.confirmLabel);
      isAsking.current = false;
      if (!leaves) return false;
    }
    onClose();
    return true;
  }
  useDialogEntry(open && !inAddress, close);
  useLayoutEffect(() => (open ? keepPlace(document.activeElement) : undefined), [open]);
  const requestClose = () => void close();

  return {
    requestClose,
    root: {
      open,
      onOpenChange: (details: { open: boolean }) => {
        if (!details.open) requestClose();
      },
      closeOnInteractOutside: !keepOpen,
      lazyMount: true,
      unmountOnExit: true,
    },
  };
}
