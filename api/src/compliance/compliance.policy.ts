import type { Viewer } from '../auth/viewer.ts';

/** Compliance is calculated again after a change of dates: by those who may make one ("Edit/End needs update.device"). */
export const canRecalculateCompliance = (viewer: Viewer): boolean => viewer.can('update.device');
