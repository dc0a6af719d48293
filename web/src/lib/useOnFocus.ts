import { useEffect, useEffectEvent } from 'react';

/** Calls `act` whenever the user returns to this window. */
export function useOnFocus(act: () => void): void {
  const onFocus = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onFocus();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
}
