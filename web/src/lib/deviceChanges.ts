import { useEffect, useEffectEvent } from 'react';

const listeners = new Set<() => void>();

/** Announces that a device of the page's patient reported, or was changed, to what is open besides the page. */
export function announceDeviceChange(): void {
  for (const listener of listeners) listener();
}

/** Calls `act`, which reads again what is shown, whenever a device of the page's patient reported or was changed. */
export function useOnDeviceChange(act: () => void): void {
  const onChange = useEffectEvent(act);
  useEffect(() => {
    const listener = () => onChange();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
