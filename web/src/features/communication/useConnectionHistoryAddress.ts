import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns whose connection history is open. The page's address keeps it as ?connections={name}, so that the dialog has
 * its own address and Back closes it.
 */
export function useConnectionHistoryAddress(name: string) {
  const [parameters, setParameters] = useSearchParams();
  const open = useCallback(
    () =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          next.set('connections', name);
          return next;
        },
        { preventScrollReset: true },
      ),
    [name, setParameters],
  );
  const close = useCallback(
    () =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete('connections');
          return next;
        },
        { preventScrollReset: true, replace: true },
      ),
    [setParameters],
  );
  return { isOpen: parameters.get('connections') === name, open, close };
}
