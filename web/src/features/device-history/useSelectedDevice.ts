import { useSearchParams } from 'react-router';

const parameter = 'device';

/** The device an address asks for (?device={history_id}), else the first; undefined when there is none. */
export function selectedDevice<T extends { databaseId: number }>(devices: readonly T[], wanted: string | null): T | undefined {
  return devices.find(({ databaseId }) => String(databaseId) === wanted) ?? devices[0];
}

/** The selected device, kept in the address, so that it survives a reload and can be sent to a colleague. */
export function useSelectedDevice<T extends { databaseId: number }>(devices: readonly T[]) {
  const [parameters, setParameters] = useSearchParams();
  const select = (historyId: number) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(parameter, String(historyId));
        return after;
      },
      // Going through the devices is no journey: Back leads to the page before.
      { replace: true, preventScrollReset: true },
    );
  return [selectedDevice(devices, parameters.get(parameter)), select] as const;
}
