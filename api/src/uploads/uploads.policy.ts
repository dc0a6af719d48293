import type { Viewer } from '../auth/viewer.ts';
import { canChangeUsageDates } from '../usage-dates/usage-dates.policy.ts';

/** Who may send the files of a card also reads what became of the uploads of their organization. */
export const canUpload = (viewer: Viewer): boolean => viewer.can('upload.device.usage');

/** Who may correct dates moves the nights of a card before they are saved: it is the same correction (decisions/118). */
export const canMoveNights = (viewer: Viewer): boolean => canUpload(viewer) && canChangeUsageDates(viewer);
