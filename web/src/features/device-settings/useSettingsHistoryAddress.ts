import { useSearchParams } from 'react-router';

const parameter = 'settingsHistory';

/**
 * Returns whether a device's settings history is open. The page's address keeps it as ?settingsHistory={history_id}, so
 * that the dialog has its own address and Back closes it. The address also selects the device, so that it can be
 * shared.
 */
export function useSettingsHistoryAddress(historyId: number) {
  const [parameters, setParameters] = useSearchParams();
  return {
    isOpen: parameters.get(parameter) === String(historyId),
    open: () =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('device', String(historyId));
          after.set(parameter, String(historyId));
          return after;
        },
        { preventScrollReset: true },
      ),
    close: () =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete(parameter);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
