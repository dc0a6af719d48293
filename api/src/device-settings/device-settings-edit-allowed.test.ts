import { expect, test } from '@jest/globals';
import { editAllowed } from './device-settings-edit-allowed.ts';

// A ventilator without its PIN or its module is a warning; everything else that is missing is a notice.
test.each([
  ['cpap', 'active', 'pin', 'module', 'pass'],
  ['cpap', 'active', 'pin', 'no module', 'edit_settings.no_module'],
  ['cpap', 'active', 'no pin', 'module', 'edit_settings.no_pin'],
  ['cpap', 'active', 'no pin', 'no module', 'edit_settings.no_module'],
  ['cpap', 'ended', 'pin', 'module', 'edit_settings.device_ended'],
  ['cpap', 'ended', 'no pin', 'no module', 'edit_settings.device_ended'],
  ['ventilator', 'active', 'pin', 'module', 'pass'],
  ['ventilator', 'active', 'pin', 'no module', 'edit_settings.no_ventilator'],
  ['ventilator', 'active', 'no pin', 'module', 'edit_settings.no_ventilator'],
  ['ventilator', 'active', 'no pin', 'no module', 'edit_settings.no_ventilator'],
  ['ventilator', 'ended', 'pin', 'module', 'edit_settings.device_ended'],
  ['ventilator', 'ended', 'no pin', 'no module', 'edit_settings.device_ended'],
])('the settings of a %s that is %s, with %s and %s: %s', (kind, state, pin, module, allowed) => {
  const facts = {
    isVentilator: kind === 'ventilator',
    isActive: state === 'active',
    hasPin: pin === 'pin',
    hasModule: module === 'module',
  };
  expect(editAllowed(facts)).toBe(allowed);
});
