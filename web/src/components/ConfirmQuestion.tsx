import { Button, Dialog, Portal } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from './ConfirmDialog.tsx';
import { keepPlace } from './keptPlace.ts';

/** A question on the screen, for `ConfirmProvider` only. The focus is on the button that changes nothing. */
export function ConfirmQuestion({ title, body, confirmLabel, danger, notice, wide, answer }: Question) {
  const { t } = useTranslation('components');
  const safeButton = useRef<HTMLButtonElement>(null);
  // An answer may remove the row of the button that asked.
  const [keep] = useState(() => keepPlace(document.activeElement));
  useEffect(() => keep, [keep]);
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
          <Dialog.Content maxW={wide ? '720px' : '400px'}>
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
