import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Returns which device's iCode reports are open. The page's address keeps it as ?icode={serial}, so that the dialog has
 * its own address and Back closes it. A device's menu calls `open(serial)`.
 */
export function useICodeReportsAddress() {
  const [parameters, setParameters] = useSearchParams();

  const withSerial = (current: URLSearchParams, serial: string | null) => {
    const next = new URLSearchParams(current);
    if (serial) next.set('icode', serial);
    else next.delete('icode');
    return next;
  };
  const open = useCallback(
    (serial: string) => setParameters((current) => withSerial(current, serial), { preventScrollReset: true }),
    [setParameters],
  );
  const close = useCallback(
    () => setParameters((current) => withSerial(current, null), { preventScrollReset: true, replace: true }),
    [setParameters],
  );
  return { serial: parameters.get('icode') || null, open, close };
}
