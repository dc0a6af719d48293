import { useSearchParams } from 'react-router';

const parameter = 'device';

/** Returns the device that the address selects (?device={history_id}), else the first; undefined when there is none. */
export function selectedDevice<T extends { databaseId: number }>(
  devices: readonly T[],
  wanted: string | null,
): T | undefined {
  return devices.find(({ databaseId }) => String(databaseId) === wanted) ?? devices[0];
}

/**
 * Returns the selected device and its setter. The address keeps the selection, so that it survives a reload and can be
 * shared. `also`: other parameters to set at the same time, because of two separate changes the first would be lost.
 */
export function useSelectedDevice<T extends { databaseId: number }>(devices: readonly T[]) {
  const [parameters, setParameters] = useSearchParams();
  const select = (historyId: number, also: Record<string, string> = {}) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(parameter, String(historyId));
        for (const [name, value] of Object.entries(also)) after.set(name, value);
        return after;
      },
      // Selecting devices adds no history entries: Back leads to the previous page.
      { replace: Object.keys(also).length === 0, preventScrollReset: true },
    );
  return [selectedDevice(devices, parameters.get(parameter)), select] as const;
}
