import { createContext, useContext } from 'react';
import type { ViewerQuery } from '../gql/graphql.ts';
import { formatInstant } from './dates.ts';

export type Viewer = NonNullable<ViewerQuery['viewer']>;

export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in user with organisation and permissions. Only under the session gate (app/SessionGate.tsx). */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer outside the session gate');
  return viewer;
}

/** Returns whether the viewer holds a permission; `{host}` in its name is the portal the viewer signed in to. */
export const viewerHolds = ({ permissions, host }: Viewer, permission: string): boolean =>
  permissions.includes(permission.replace('{host}', host));

/**
 * Whether the viewer holds a permission that hangs on no object ('create.device', '{host}.user.device').
 * What hangs on an object is the server's answer: ask for its `viewerCan…` field instead.
 */
export function useCan(): (permission: string) => boolean {
  const viewer = useViewer();
  return (permission) => viewerHolds(viewer, permission);
}

/** Formats instants in the organisation's time zone, as MM/DD/YYYY HH:mm:ss. */
export function useInstantFormat(): (instant: string | null | undefined) => string {
  const { organization } = useViewer();
  return (instant) => formatInstant(instant, organization.timezone);
}
