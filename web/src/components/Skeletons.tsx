import { Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Gray lines in place of loading content, which keep its height from the beginning: as many and as high as what comes. They
 * appear after 200 ms, so that a fast answer does not flash.
 */
export function SkeletonLines({ lines = 3, height = '5' }: { lines?: number; height?: string }) {
  const { t } = useTranslation('components');
  const late = useLate(200);
  return (
    <Stack gap="3" role="status" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} visibility={late ? undefined : 'hidden'} />
      ))}
    </Stack>
  );
}

/** Gray placeholders of a card: an image and two lines, `count` times. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  return <SkeletonLines lines={count} height="20" />;
}

/** Returns whether the component has been there for so many milliseconds. */
export function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
