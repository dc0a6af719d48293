import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const widths = { sm: '400px', md: '560px', lg: '760px', xl: '960px', 'l-md': '640px' };

/**
 * A dialog with a title, a body that scrolls and a footer that stays in sight. Full screen on a phone.
 *
 *   <Modal open={open} onClose={close} title={t('title')} size="l-md" footer={<Button …/>}>…</Modal>
 *
 * `onClose` is asked for by Esc, the close button and (unless `keepOpen`) a click outside; the owner decides.
 */
export function Modal(props: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: keyof typeof widths;
  footer?: ReactNode;
  /** A click outside does not close: for forms that may hold typed work. */
  keepOpen?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('components');
  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={({ open }) => {
        if (!open) props.onClose();
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
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
