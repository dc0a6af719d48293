import type { Viewer } from '../auth/viewer.ts';

/** The index leads to the pages of devices, so it needs what a serial link needs: {host}.user.device or viewAny.device. */
export const canListDevices = (viewer: Viewer): boolean => viewer.canSeeUserDevices() || viewer.can('viewAny.device');
