import type { Viewer } from '../auth/viewer.ts';

/** Adding an iCode report needs upload.device.icode; a patient or a device that the viewer may not see is not found before that counts. */
export const canUploadICode = (viewer: Viewer): boolean => viewer.can('upload.device.icode');
