import { useSearchParams } from 'react-router';

const parameter = 'settingsHistory';

/**
 * Whether the settings history of a device is open, kept in the page's address as ?settingsHistory={history_id}, so that
 * the dialog has an address of its own and Back closes it. The address names the selected device too: it is a link.
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
