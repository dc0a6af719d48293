import { CloseButton, Drawer as Chakra, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogConnectionBanner } from './ConnectionBanner.tsx';
import { CloseContext, useRequestClose, type ClosingProps } from './useRequestClose.ts';

const widths = { sm: '400px', md: '560px', lg: '760px', xl: '960px' };

/**
 * A panel from the right, over a list that stays in sight: a title, a body that scrolls and a footer that stays.
 * Full screen on a phone. Focus stays inside and returns to what opened it.
 *
 *   <Drawer open={open} onClose={close} title={t('title')} footer={<Button …/>}>…</Drawer>
 *
 * Esc, the close button, browser Back and (unless `keepOpen`) a click outside close it, as they close a Modal, and the
 * focus begins as in one.
 */
export function Drawer(
  props: ClosingProps & {
    title: ReactNode;
    size?: keyof typeof widths;
    footer?: ReactNode;
    children: ReactNode;
  },
) {
  const { t } = useTranslation('components');
  const { root, requestClose } = useRequestClose(props);

  return (
    <Chakra.Root {...root} placement="end">
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content maxW={{ base: '100dvw', sm: widths[props.size ?? 'md'] }}>
            <CloseContext value={requestClose}>
              <Chakra.Header pe="12" borderBottomWidth="1px" py="4">
                <Chakra.Title textStyle="md">{props.title}</Chakra.Title>
              </Chakra.Header>
              <Chakra.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t('close')} data-no-autofocus="" />
              </Chakra.CloseTrigger>
              <DialogConnectionBanner />
              <Chakra.Body tabIndex={-1} py="4" overflowY="auto">
                {props.children}
              </Chakra.Body>
              {props.footer ? (
                <Chakra.Footer borderTopWidth="1px" py="4" flexWrap="wrap">
                  {props.footer}
                </Chakra.Footer>
              ) : null}
            </CloseContext>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
