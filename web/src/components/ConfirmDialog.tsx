import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { useLoaded } from '../lib/useLoaded.ts';

export interface ConfirmOptions {
  title: ReactNode;
  body: ReactNode;
  confirmLabel?: string;
  /** The confirming button is red. */
  danger?: boolean;
  /** A notice: only one button, because there is nothing to decline. */
  notice?: boolean;
  /** The body has a table. */
  wide?: boolean;
}

export type Confirm = (options: ConfirmOptions) => Promise<boolean>;
export interface Question extends ConfirmOptions {
  answer: (confirmed: boolean) => void;
}

let openQuestions = 0;

/** Returns whether a question is open. Nothing leaves the page until it is answered. */
export const questionIsOpen = () => openQuestions > 0;

const loadDialog = () => import('./ConfirmQuestion.tsx');

const ConfirmContext = createContext<Confirm | null>(null);

/**
 * Returns a function that asks the user and resolves to the answer: `if (!(await confirm({ title, body, danger: true
 * }))) return;` Esc and Cancel resolve to false. Several questions are shown one after the other, in the order asked.
 */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm outside ConfirmProvider');
  return confirm;
}

/** Keeps the questions of `useConfirm` and shows them, one at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const question = questions[0];
  const dialog = useLoaded(loadDialog, question !== undefined);

  useEffect(() => {
    if (!question) return;
    openQuestions += 1;
    return () => {
      openQuestions -= 1;
    };
  }, [question]);

  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        const answer = (confirmed: boolean) => {
          setQuestions((open) => open.slice(1));
          resolve(confirmed);
        };
        setQuestions((open) => [...open, { ...options, answer }]);
      }),
    [],
  );

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && dialog ? <dialog.ConfirmQuestion {...question} /> : null}
    </ConfirmContext>
  );
}
