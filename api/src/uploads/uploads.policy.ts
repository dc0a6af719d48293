import type { Viewer } from '../auth/viewer.ts';

/** Who may send the files of a card also reads what became of the uploads of their organization. */
export const canUpload = (viewer: Viewer): boolean => viewer.can('upload.device.usage');
