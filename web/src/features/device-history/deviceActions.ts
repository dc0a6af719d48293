/** What the menu of a card can do with its device. */
export type DeviceAction = 'addPin' | 'edit' | 'icodeReports' | 'delete';

/** What the server permits this viewer for one device; the client never works it out again. */
export interface DeviceGates {
  viewerCanAddPin: boolean;
  viewerCanEdit: boolean;
  viewerCanDelete: boolean;
}

/**
 * The items of a card's menu, in the documented order, each by its own gate; iCode Reports is shown to all
 * (document 000, sections 2 and 6).
 */
export function deviceActions(gates: DeviceGates): DeviceAction[] {
  const offered: [DeviceAction, boolean][] = [
    ['addPin', gates.viewerCanAddPin],
    ['edit', gates.viewerCanEdit],
    ['icodeReports', true],
    ['delete', gates.viewerCanDelete],
  ];
  return offered.filter(([, permitted]) => permitted).map(([action]) => action);
}
