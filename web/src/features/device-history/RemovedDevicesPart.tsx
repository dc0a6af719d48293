import { usePart } from '../../lib/useLoaded.ts';

const load = () => import('./RemovedDevices.tsx');

/** What the list of devices does not show; its code is loaded after the page. */
export function RemovedDevicesPart(props: { patientId: string; onReload: () => Promise<unknown> }) {
  const part = usePart(load, true);
  return part ? <part.RemovedDevices {...props} /> : null;
}
