import { IconButton, Popover, Portal, Spinner } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// Loaded only when it is opened.
const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar: component }) => ({ default: component })));

/** Opens a month for choosing a date. Part of DateField. */
export function CalendarButton(props: {
  value: string | null;
  min?: string;
  max?: string;
  timeZone?: string;
  onPick: (date: string) => void;
}) {
  const { t } = useTranslation('components');
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <IconButton variant="ghost" size="xs" aria-label={t('date.choose')}>
          <CalendarDays />
        </IconButton>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content width="auto" p="3" aria-label={t('date.calendar')}>
            <Suspense fallback={<Spinner size="sm" aria-label={t('loading')} />}>
              <Calendar
                {...props}
                onPick={(date) => {
                  setOpen(false);
                  props.onPick(date);
                }}
              />
            </Suspense>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
