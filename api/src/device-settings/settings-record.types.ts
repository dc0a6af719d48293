import { registerEnumType } from 'type-graphql';
import type { SettingsRecordStatus, StatusKey } from './settings-record.texts.ts';

export const SettingsRecordStatusEnum: Record<Uppercase<StatusKey>, SettingsRecordStatus> = {
  CURRENT: 'Current',
  PAST: 'Past',
  DELIVERED: 'Delivered',
  PENDING: 'Pending Delivery',
  FAILED: 'Failed Delivery',
  VOID: 'Void/Replaced',
  DEFAULTS: 'Defaults',
};
registerEnumType(SettingsRecordStatusEnum, {
  name: 'SettingsRecordStatus',
  description: 'Status of one set of settings.',
  valuesConfig: {
    CURRENT: { description: 'The device uses these settings.' },
    PAST: { description: 'The device used these settings before; they were not submitted by staff.' },
    DELIVERED: { description: 'A submitted change that the device applied, and used before.' },
    PENDING: { description: 'A submitted change that the device has not answered; Pending Delivery in REST.' },
    FAILED: { description: 'A submitted change that was refused or expired; Failed Delivery in REST.' },
    VOID: { description: 'A submitted change that was replaced or withdrawn; Void/Replaced in REST.' },
    DEFAULTS: { description: 'The device uses its defaults.' },
  },
});
