import type { Viewer } from '../auth/viewer.ts';

/**
 * Adding an iCode report needs upload.device.icode. A patient or device that the viewer may not see is reported as not
 * found first.
 */
export const canUploadICode = (viewer: Viewer): boolean => viewer.can('upload.device.icode');
