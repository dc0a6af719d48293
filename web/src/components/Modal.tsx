import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogConnectionBanner } from './ConnectionBanner.tsx';
import { keepPlace } from './keptPlace.ts';
import { CloseContext, useRequestClose, type ClosingProps } from './useRequestClose.ts';

const widths = { sm: '400px', md: '560px', lg: '760px', xl: '960px', 'l-md': '640px', full: '100dvw' };

/**
 * A dialog with a title, a body that scrolls and a footer that stays in sight. Full screen on a phone, or of size `full`.
 *
 *   <Modal open={open} onClose={close} title={t('title')} size="l-md" footer={<Button …/>}>…</Modal>
 *
 * Esc, the close button, browser Back and (unless `keepOpen`) a click outside close it, if `guard` allows it. The dialog
 * is a history entry: Back closes it, and the page behind it stays. The first field or button of its content has the
 * focus when it opens, or what has `data-autofocus`.
 */
export function Modal(
  props: ClosingProps & {
    title: ReactNode;
    size?: keyof typeof widths;
    /** Its content comes later and fills it: as high as that from the beginning, so that the dialog stays where it is. */
    tall?: boolean;
    footer?: ReactNode;
    /** What has the focus after it; by default, and with null, what had it before. */
    finalFocus?: () => HTMLElement | null;
    children: ReactNode;
  },
) {
  const { t } = useTranslation('components');
  const { root, requestClose } = useRequestClose(props);
  /** Of a measure on wider screens; a full dialog keeps that of a phone. */
  const wide = <Measure extends string>(measure: Measure) => (props.size === 'full' ? undefined : measure);

  return (
    <Dialog.Root {...root} finalFocusEl={props.finalFocus} scrollBehavior="inside" placement="center">
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            maxW={{ base: '100dvw', sm: widths[props.size ?? 'md'] }}
            h={{ base: '100dvh', sm: wide('auto') }}
            minH={props.tall ? { sm: 'min(56rem, calc(100dvh - 4rem))' } : undefined}
            maxH={{ base: '100dvh', sm: wide('calc(100dvh - 4rem)') }}
            my={{ base: '0', sm: wide('auto') }}
            borderRadius={{ base: '0', sm: wide('l3') }}
            // A button may be disabled by what it does, or leave with its step of the dialog.
            onClickCapture={({ target }) => keepPlace((target as Element).closest('button'))()}
          >
            <CloseContext value={requestClose}>
              <Dialog.Header pe="12" py="4">
                <Dialog.Title textStyle="md">{props.title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t('close')} data-no-autofocus="" />
              </Dialog.CloseTrigger>
              <DialogConnectionBanner />
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
