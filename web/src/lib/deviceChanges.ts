import { useEffect, useEffectEvent } from 'react';
import { useReloadInTurn } from './useReloadInTurn.ts';

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

/**
 * Reads a query again whenever a device of the page's patient reported or was changed. `isReading`: it is being read.
 * Returns the function that reads it again.
 */
export function useReloadOnDeviceChange(refetch: () => Promise<unknown>, isReading: boolean): () => void {
  const inTurn = useReloadInTurn(refetch, isReading);
  const reload = () => void inTurn();
  useOnDeviceChange(reload);
  return reload;
}
