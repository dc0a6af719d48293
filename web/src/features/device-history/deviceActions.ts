/** The actions of a card's menu. */
export type DeviceAction = 'addPin' | 'edit' | 'icodeReports' | 'delete' | 'void';

/** What the server permits this viewer for one device; the client never computes it. */
export interface DeviceGates {
  viewerCanAddPin: boolean;
  viewerCanEdit: boolean;
  viewerCanDelete: boolean;
  viewerCanVoid: boolean;
}

/**
 * Returns the items of a card's menu in the documented order, then Void assignment, each under its own permission. All viewers get iCode
 * Reports (document 000, sections 2 and 6).
 */
export function deviceActions(gates: DeviceGates): DeviceAction[] {
  const offered: [DeviceAction, boolean][] = [
    ['addPin', gates.viewerCanAddPin],
    ['edit', gates.viewerCanEdit],
    ['icodeReports', true],
    ['delete', gates.viewerCanDelete],
    ['void', gates.viewerCanVoid],
  ];
  return offered.filter(([, permitted]) => permitted).map(([action]) => action);
}
