import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useQuiet } from '../../lib/useQuiet.ts';
import { useDeviceHistoryChangedSubscription } from './gql/useLiveDevices.ts';

graphql(`
  subscription DeviceHistoryChanged($patientId: ID!) {
    deviceHistoryChanged(patientId: $patientId) {
      patient {
        id
      }
    }
  }
`);

/** Milliseconds: a device that reports causes several events within a second. */
const QUIET_MS = 1000;

/**
 * Keeps a page of a patient's devices up to date: it is read again when another tab or user changed a device, and when a
 * device reported. The page's query alone defines what it shows, so all of its panels follow together. Open dialogs have
 * queries of their own, and follow by useOnDeviceChange.
 */
export function useLiveDevices(patientId: string | undefined, onReload: () => Promise<unknown>): void {
  const reload = useQuiet(() => {
    void onReload();
    announceDeviceChange();
  }, QUIET_MS);
  useDeviceHistoryChangedSubscription({
    variables: { patientId: patientId ?? '' },
    skip: patientId === undefined,
    onData: reload,
  });
}
