import { Popover, Portal, usePopover, type PopoverContentProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useGivenButton, type ButtonOfPart } from './usePartButton.ts';

/** A popover whose button is loaded before it (usePartButton). `children` get the function that closes it. */
export function PartPopover({
  ofButton,
  placement,
  children,
  ...content
}: Omit<PopoverContentProps, 'children'> & {
  ofButton: ButtonOfPart;
  placement: 'bottom-start' | 'bottom-end';
  children: (close: () => void) => ReactNode;
}) {
  const popover = usePopover({ positioning: { placement } });
  useGivenButton(ofButton, popover);
  return (
    <Popover.RootProvider value={popover} lazyMount unmountOnExit>
      <Portal>
        <Popover.Positioner>
          <Popover.Content {...content}>{children(() => popover.setOpen(false))}</Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.RootProvider>
  );
}
