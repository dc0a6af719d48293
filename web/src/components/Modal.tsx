import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { createContext, useContext, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkState } from '../lib/unsavedWork.ts';
import { useDialogEntry } from './NavigationGuard.tsx';
import { useLeaveQuestion } from './useLeaveQuestion.ts';

const widths = { sm: '400px', md: '560px', lg: '760px', xl: '960px', 'l-md': '640px' };

/** What keeps a dialog open: `busy` always, `dirty` until the user confirms. */
export interface CloseGuard {
  state: () => WorkState;
  /** Instead of the usual text of the question. */
  question?: string;
}

const CloseContext = createContext<() => void>(() => {});

/** Returns the function that closes the surrounding modal as Esc does: with a question when something would be lost. */
export const useCloseModal = () => useContext(CloseContext);

/**
 * A dialog with a title, a body that scrolls and a footer that stays in sight. Full screen on a phone.
 *
 *   <Modal open={open} onClose={close} title={t('title')} size="l-md" footer={<Button …/>}>…</Modal>
 *
 * Esc, the close button, browser Back and (unless `keepOpen`) a click outside close it, if `guard` allows it. The dialog
 * is a history entry: Back closes it, and the page behind it stays.
 */
export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: keyof typeof widths;
  footer?: ReactNode;
  /** A click outside does not close: for forms that may hold typed work. */
  keepOpen?: boolean;
  /** The page's address says that the dialog is open, so it has a history entry already. */
  inAddress?: boolean;
  guard?: CloseGuard;
  children: ReactNode;
}) {
  const { t } = useTranslation('components');
  const { guard, onClose } = props;
  const askToLeave = useLeaveQuestion();
  const isAsking = useRef(false);

  async function requestClose(): Promise<boolean> {
    const state = guard?.state() ?? 'clean';
    if (state === 'busy' || isAsking.current) return false;
    if (state === 'dirty') {
      isAsking.current = true;
      const leaves = await askToLeave(guard?.question);
      isAsking.current = false;
      if (!leaves) return false;
    }
    onClose();
    return true;
  }
  useDialogEntry(props.open && !props.inAddress, requestClose);
  const close = () => void requestClose();

  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={({ open }) => {
        if (!open) close();
      }}
      closeOnInteractOutside={!props.keepOpen}
      scrollBehavior="inside"
      placement="center"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            maxW={{ base: '100dvw', sm: widths[props.size ?? 'md'] }}
            h={{ base: '100dvh', sm: 'auto' }}
            maxH={{ base: '100dvh', sm: 'calc(100dvh - 4rem)' }}
            my={{ base: '0', sm: 'auto' }}
            borderRadius={{ base: '0', sm: 'l3' }}
          >
            <CloseContext value={close}>
              <Dialog.Header pe="12">
                <Dialog.Title textStyle="md">{props.title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t('close')} />
              </Dialog.CloseTrigger>
              <Dialog.Body tabIndex={-1} overflowY="auto">
                {props.children}
              </Dialog.Body>
              {props.footer ? (
                <Dialog.Footer borderTopWidth="1px" pt="4" flexWrap="wrap">
                  {props.footer}
                </Dialog.Footer>
              ) : null}
            </CloseContext>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
