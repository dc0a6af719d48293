import { Button, Dialog, Portal } from '@chakra-ui/react';
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface ConfirmOptions {
  title: ReactNode;
  body: ReactNode;
  confirmLabel?: string;
  /** The confirming button is red. */
  danger?: boolean;
  /** A notice: only one button, because there is nothing to decline. */
  notice?: boolean;
}

export type Confirm = (options: ConfirmOptions) => Promise<boolean>;
interface Question extends ConfirmOptions {
  answer: (confirmed: boolean) => void;
}

let openQuestions = 0;

/** Returns whether a question is open. Nothing leaves the page until it is answered. */
export const questionIsOpen = () => openQuestions > 0;

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
      {question ? <ConfirmDialog {...question} /> : null}
    </ConfirmContext>
  );
}

function ConfirmDialog({ title, body, confirmLabel, danger, notice, answer }: Question) {
  const { t } = useTranslation('components');
  const safeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    openQuestions += 1;
    return () => {
      openQuestions -= 1;
    };
  }, []);
  return (
    <Dialog.Root
      open
      role="alertdialog"
      placement="center"
      closeOnInteractOutside={false}
      initialFocusEl={() => safeButton.current}
      onOpenChange={({ open }) => {
        if (!open) answer(false);
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="400px">
            <Dialog.Header>
              <Dialog.Title textStyle="md">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description as="div" color="fg">
                {body}
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer>
              {notice ? null : (
                <Button ref={safeButton} variant="outline" onClick={() => answer(false)}>
                  {t('cancel')}
                </Button>
              )}
              <Button
                ref={notice ? safeButton : undefined}
                colorPalette={danger ? 'red' : undefined}
                onClick={() => answer(true)}
              >
                {confirmLabel ?? t('ok')}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
