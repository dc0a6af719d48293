import type { Viewer } from '../auth/viewer.ts';

/**
 * The index links to the pages of devices, so it needs the permission of a serial link: {host}.user.device or
 * viewAny.device.
 */
export const canListDevices = (viewer: Viewer): boolean => viewer.canSeeUserDevices() || viewer.can('viewAny.device');
