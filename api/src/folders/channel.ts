// Printed from the folders of the features by `npm run schema`. Do not edit.

import { complianceBatchesChannel } from '../compliance-reports/compliance-batches.channel.ts';
import { deviceHistoryChannel } from '../device-history/device-history.channel.ts';
import { settingsStatusChannel } from '../device-settings/settings-status.channel.ts';
import { handOffsChannel } from '../hand-offs/hand-offs.channel.ts';
import { inboxChannel } from '../inbox/inbox.channel.ts';
import { patientMigrationsChannel } from '../migration/patient-migrations.channel.ts';
import { orgMessagesChannel } from '../org-messages/org-messages.channel.ts';
import { patientNotesChannel } from '../patient-notes/patient-notes.channel.ts';
import { publishedEventsChannel } from '../realtime/published-events.channel.ts';
import { uploadsChannel } from '../uploads/uploads.channel.ts';
import { usersImportChannel } from '../users-import/users-import.channel.ts';

/** Every channel of events that are pushed live: those of every `*.channel.ts`. */
export const found = [
  complianceBatchesChannel,
  deviceHistoryChannel,
  handOffsChannel,
  inboxChannel,
  orgMessagesChannel,
  patientMigrationsChannel,
  patientNotesChannel,
  publishedEventsChannel,
  settingsStatusChannel,
  uploadsChannel,
  usersImportChannel,
];
