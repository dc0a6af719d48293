import { useSearchParams } from 'react-router';

const parameter = 'device';

/** The device an address asks for (?device={history_id}), else the first; undefined when there is none. */
export function selectedDevice<T extends { databaseId: number }>(
  devices: readonly T[],
  wanted: string | null,
): T | undefined {
  return devices.find(({ databaseId }) => String(databaseId) === wanted) ?? devices[0];
}

/**
 * The selected device, kept in the address, so that it survives a reload and can be sent to a colleague.
 * `also`: what else the address is to hold, because two changes of it at once would lose the first.
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
      // Going through the devices is no journey: Back leads to the page before.
      { replace: Object.keys(also).length === 0, preventScrollReset: true },
    );
  return [selectedDevice(devices, parameters.get(parameter)), select] as const;
}
