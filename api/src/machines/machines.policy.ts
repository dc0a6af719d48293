import type { Viewer } from '../auth/viewer.ts';

/** The PIN of a device is shown to users who may set it and to users who may view any device. */
export const canReadPin = (viewer: Viewer): boolean => viewer.can('update.device.pin') || viewer.can('viewAny.device');
