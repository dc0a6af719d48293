import { Box, Button, createToaster, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { useEffect, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Top right below the top bar, whose controls they do not cover, light in dark mode too, 5000 ms, paused while hovered or while the window is inactive, closed by a click,
 * collapsing within 300 ms (document 000, section 1).
 */
export const store = createToaster({
  placement: 'top-end',
  offsets: { top: '64px', bottom: '16px', left: '16px', right: '16px' },
  duration: 5000,
  removeDelay: 300,
  max: 4,
  pauseOnPageIdle: true,
});

const palettes: Record<string, string> = { success: 'green', error: 'red', warning: 'orange', info: 'blue' };

/** Pauses a toast that appears while the window does not have the focus: its time begins when the user returns. */
function AwaitFocus({ id }: { id: string | undefined }) {
  useEffect(() => {
    // In the next frame: before, the library has not started the toast, and ignores a pause.
    const frame = requestAnimationFrame(() => {
      if (!document.hasFocus()) store.pause(id);
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
  return null;
}

/** What had the focus before a toast. */
let before: EventTarget | null = null;

/**
 * Toasts wait while one of them has the focus. The library does this too, and so must not learn of it: when Tab leaves the
 * toasts, it returns the focus to what had it before, from where Tab comes to them again.
 */
const focusKeys = {
  onFocusCapture(event: FocusEvent<HTMLElement>) {
    event.stopPropagation();
    if (event.currentTarget.contains(event.relatedTarget)) return;
    before = event.relatedTarget;
    store.pause();
  },
  onBlurCapture(event: FocusEvent<HTMLElement>) {
    event.stopPropagation();
    if (!event.currentTarget.contains(event.relatedTarget)) store.resume();
  },
  /** Escape closes a toast. */
  onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' && before instanceof HTMLElement) before.focus();
  },
};

/** Renders the toasts, for `Toaster` only. */
export function ToasterRegion() {
  useEffect(() => {
    const pause = () => store.pause();
    const resume = () => store.resume();
    window.addEventListener('blur', pause);
    window.addEventListener('focus', resume);
    return () => {
      window.removeEventListener('blur', pause);
      window.removeEventListener('focus', resume);
    };
  }, []);

  return (
    <ChakraToaster toaster={store} insetInline={{ base: '4' }} className="no-print" {...focusKeys}>
      {(toast) => (
        <Toast.Root
          unstyled
          className="chakra-theme light"
          onClick={() => store.dismiss(toast.id)}
          colorPalette={palettes[toast.type ?? 'info'] ?? 'blue'}
          css={{
            position: 'relative',
            display: 'flex',
            gap: '3',
            width: { base: 'full', sm: '360px' },
            padding: '4',
            borderRadius: 'l2',
            bg: 'bg.panel',
            color: 'fg',
            boxShadow: 'lg',
            borderWidth: '1px',
            borderInlineStartWidth: '4px',
            borderInlineStartColor: 'colorPalette.solid',
            cursor: 'pointer',
            translate: 'var(--x) var(--y)',
            scale: 'var(--scale)',
            zIndex: 'var(--z-index)',
            opacity: 'var(--opacity)',
            transition: 'translate 300ms, scale 300ms, opacity 300ms',
          }}
        >
          <AwaitFocus id={toast.id} />
          <Box color="colorPalette.fg" flexShrink="0">
            <Toast.Indicator boxSize="5" />
          </Box>
          <Box flex="1" minW="0">
            <Toast.Title fontWeight="medium">{toast.title}</Toast.Title>
            {toast.description ? <Toast.Description color="fg.muted">{toast.description}</Toast.Description> : null}
            {toast.action ? (
              <Button asChild size="xs" variant="outline" mt="2">
                <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger>
              </Button>
            ) : null}
          </Box>
        </Toast.Root>
      )}
    </ChakraToaster>
  );
}
