import { registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import type { SettingsFailure } from './settings-record.entity.ts';
import type { StatusKey } from './settings-record.texts.ts';

const STATUSES: readonly StatusKey[] = ['current', 'past', 'delivered', 'pending', 'failed', 'void', 'defaults'];
export const SettingsRecordStatusEnum = enumOf(STATUSES);
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

export const SettingsFailureEnum: Record<string, SettingsFailure> = {
  REFUSED: 'refused',
  EXPIRED: 'expired',
  DEVICE_ENDED: 'device-ended',
};
registerEnumType(SettingsFailureEnum, {
  name: 'SettingsFailure',
  description: 'Reason why a submitted change was not delivered.',
  valuesConfig: {
    REFUSED: { description: 'The device refused the change, with the text `refusal`; its status is FAILED.' },
    EXPIRED: { description: 'The device did not answer until `expiresAt`; the status of the change is FAILED.' },
    DEVICE_ENDED: { description: 'The assignment ended before the device answered; the status of the change is VOID.' },
  },
});
