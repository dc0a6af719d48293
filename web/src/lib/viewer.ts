import { createContext, useContext } from 'react';
import type { ViewerQuery } from '../app/gql/SessionGate.ts';
import { formatInstant, formatZonedInstant } from './dates.ts';

export type Viewer = NonNullable<ViewerQuery['viewer']>;

export const ViewerContext = createContext<Viewer | null>(null);

/** Returns the signed-in user with the organization and the `viewerCan…` fields. Only under the session gate (app/SessionGate.tsx). */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer outside the session gate');
  return viewer;
}

/** Returns a function that formats instants in the organization's time zone, as MM/DD/YYYY HH:mm:ss. */
export function useInstantFormat(): (instant: string | null | undefined) => string {
  const { organization } = useViewer();
  return (instant) => formatInstant(instant, organization.timezone);
}

/** Returns a function that formats instants like `useInstantFormat`, with the zone: MM/DD/YYYY HH:mm:ss EDT. */
export function useZonedInstantFormat(): (instant: string | null | undefined) => string {
  const { organization } = useViewer();
  return (instant) => formatZonedInstant(instant, organization.timezone);
}
