import { useEffect, useRef, useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useDeviceHistoryChangedSubscription } from '../../gql/hooks.ts';
import { leadingAndTrailing } from '../../lib/debounce.ts';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';

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
  const latest = useRef(onReload);
  useEffect(() => {
    latest.current = onReload;
  });
  // eslint-disable-next-line react-hooks/refs -- read when an event arrives, never while rendering
  const [reload] = useState(() =>
    leadingAndTrailing(() => {
      void latest.current();
      announceDeviceChange();
    }, QUIET_MS),
  );
  useEffect(() => reload.cancel, [reload]);
  useDeviceHistoryChangedSubscription({
    variables: { patientId: patientId ?? '' },
    skip: patientId === undefined,
    onData: reload.call,
  });
}
