import type { Viewer } from '../auth/viewer.ts';
import type { HandOff } from './hand-off.entity.ts';

/** Staff of an organization with the permission asks for devices and patients, and reads the requests of both sides. */
export const canUseHandOffs = (viewer: Viewer): boolean => !viewer.isSupport && viewer.can('request.patient');

/** The organization that asked withdraws its request. */
export const canWithdrawHandOff = (viewer: Viewer, { side }: Pick<HandOff, 'side'>): boolean =>
  canUseHandOffs(viewer) && side === 'asker';

/** The organization that holds the patient or the device refuses. */
export const canRefuseHandOff = (viewer: Viewer, { side }: Pick<HandOff, 'side'>): boolean =>
  canUseHandOffs(viewer) && side === 'holder';

/** Accepting ends an assignment: "Edit/End needs update.device". */
export const canAcceptHandOff = (viewer: Viewer, handOff: Pick<HandOff, 'side'>): boolean =>
  canRefuseHandOff(viewer, handOff) && viewer.can('update.device');
