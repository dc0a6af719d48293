import type { Faults } from './fault.ts';

/** Notes of a patient, and who sees a patient. */
export const patientNoteFaults: Faults[] = [
  {
    area: 'patient notes',
    file: 'api/src/patient-notes/patient-notes.service.ts',
    tests: ['api/src/patient-notes/patient-notes.test.ts'],
    faults: [
      ['for (const orgId of visibleOrgIds) ctx', 'for (const orgId of [ctx.viewer.orgId, 0, ...visibleOrgIds]) ctx'],
      ['if (version !== note.version)', 'if (version > note.version)'],
      ['if (text === note.text) return note;', ''],
      ['authorize(canChangeNote(ctx.viewer, note));', ''],
      ['args.orderDir ?? SortDirection.DESC', 'args.orderDir ?? SortDirection.ASC'],
    ],
  },
  {
    area: 'patient notes',
    file: 'api/src/patient-notes/patient-notes.resolver.ts',
    tests: ['api/src/patient-notes/patient-notes.test.ts'],
    faults: [['return removedAt ? null : text;', 'return text;']],
  },
  {
    area: 'patient access',
    file: 'api/src/patient-access/patient-access.service.ts',
    tests: ['api/src/patient-access/patient-access.test.ts'],
    faults: [
      ["locationId === null ? 'false' :", "locationId === null ? 'true' :"],
      ['${account}.active and exists (select', 'exists (select'],
      ["and l.outcome = 'read' and l.operation = any (?)", "and l.outcome = 'read' and l.operation <> all (?)"],
    ],
  },
  {
    area: 'search results',
    file: 'api/src/search-results/search-results.places.ts',
    tests: ['api/src/search-results/search-results.places.test.ts'],
    faults: [
      ['r.closed_at is null${within}', 'true${within}'],
      [' where starts_with(r.name_key, ?)`', ' where r.name_key >= ?`'],
      ['canListOrganizations(viewer) && viewer.actingOrgId === null', 'canListOrganizations(viewer)'],
    ],
  },
];
