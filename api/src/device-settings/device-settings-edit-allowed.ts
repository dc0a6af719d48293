/** The facts that decide whether an assignment's settings can be changed here. */
export interface EditFacts {
  isActive: boolean;
  /** The PIN was entered and confirmed for this assignment. */
  hasPin: boolean;
  hasModule: boolean;
  isVentilator: boolean;
}

export type EditAllowed =
  | 'pass'
  | 'edit_settings.no_ventilator'
  | 'edit_settings.device_ended'
  | 'edit_settings.no_module'
  | 'edit_settings.no_pin';

/**
 * Returns the documented `edit_allowed`: 'pass', or the reason. A ventilator without a confirmed PIN or a module gives
 * 'edit_settings.no_ventilator', the only reason after which the settings page still opens; every other reason is a
 * notice that stops.
 */
export function editAllowed({ isActive, hasPin, hasModule, isVentilator }: EditFacts): EditAllowed {
  if (!isActive) return 'edit_settings.device_ended';
  if (isVentilator && !(hasModule && hasPin)) return 'edit_settings.no_ventilator';
  if (!hasModule) return 'edit_settings.no_module';
  if (!hasPin) return 'edit_settings.no_pin';
  return 'pass';
}
