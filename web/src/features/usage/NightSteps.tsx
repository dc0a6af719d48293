import { Button, HStack, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

const STEPS: Record<string, 'previous' | 'next'> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Whether an element moves by the arrow keys itself: a field, or a table that is wider than its place. */
function movesItself(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [role=slider]')) return true;
  const region = target.closest('[role=region]');
  return region !== null && region.scrollWidth > region.clientWidth;
}

/** The steps to the night before and the night after, also by the arrow keys; null where there is none. */
export function NightSteps(props: { previous: string | null; next: string | null; onStep: (date: string) => void }) {
  const { t } = useTranslation('night');
  const { onStep } = props;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = event.key in STEPS && !movesItself(event.target) ? props[STEPS[event.key]!] : null;
    if (to === null) return;
    event.preventDefault();
    onStep(to);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  // Not disabled, so that the keyboard keeps its place at the ends.
  const step = (to: string | null) =>
    ({
      size: 'sm',
      variant: 'outline',
      'aria-disabled': to === null,
      opacity: to === null ? 0.5 : 1,
      onClick: () => to !== null && onStep(to),
    }) as const;
  return (
    <HStack as="nav" aria-label={t('steps.label')} gap="2" flexWrap="wrap" mb="4">
      <Button {...step(props.previous)} data-autofocus="">
        <ChevronLeft aria-hidden="true" />
        {t('steps.previous')}
      </Button>
      <Button {...step(props.next)}>
        {t('steps.next')}
        <ChevronRight aria-hidden="true" />
      </Button>
      <Text textStyle="xs" color="fg.muted" hideBelow="sm">
        {t('steps.hint')}
      </Text>
    </HStack>
  );
}
