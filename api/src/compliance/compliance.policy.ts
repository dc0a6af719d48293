import type { Viewer } from '../auth/viewer.ts';

/**
 * Recalculating compliance follows a change of dates, so it needs the same permission ("Edit/End needs update.device").
 */
export const canRecalculateCompliance = (viewer: Viewer): boolean => viewer.can('update.device');
