import { startTransition, useEffect, useState } from 'react';

/**
 * Returns whether a part has been painted since `isThere` is true; at once true when it is `atOnce` in the first render.
 * What is out of sight waits for it, so that what is in sight is there sooner.
 */
export function useSecondPaint(isThere = true, atOnce = false): boolean {
  const [isPainted, setPainted] = useState(atOnce);
  useEffect(() => {
    if (isPainted || !isThere) return;
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isPainted, isThere]);
  return isPainted;
}
