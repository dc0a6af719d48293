import type { Viewer } from '../auth/viewer.ts';

/** The PIN of a device is told to those who may set it and to those who may view any device. */
export const canReadPin = (viewer: Viewer): boolean => viewer.can('update.device.pin') || viewer.can('viewAny.device');

/** Who has a device now is told to those who may read patients. */
export const canReadHolder = (viewer: Viewer): boolean => viewer.can('view.patient') || viewer.can('viewAny.patient');
