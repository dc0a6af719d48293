import { raw } from '@mikro-orm/core';
import { Machine } from '../machines/machine.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { escapeLike, reducedTo } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { differSql } from './night-readings.ts';
import { NIGHT_SOURCES } from './night-source.rules.ts';
import { nightFilters } from './nights.list.rules.ts';
import { UsageNight } from './usage-night.entity.ts';

/** The condition that is true, or the opposite of it. */
const either = (wanted: string, condition: string) => (wanted === 'true' ? condition : `not (${condition})`);

/** The nights that count (`nights.service.ts`): searchable, filterable and sortable columns. The search matches the serial number. */
export const nightsList: ListDefinition<UsageNight> = {
  entity: UsageNight,
  columns: listColumns(nightFilters, {
    date: { property: 'usageDate', sortBy: 'usageDate' },
    patient_id: { property: 'patientId', meaning: 'Integer id of the patient.' },
    serial: {
      property: 'machineId',
      meaning: 'Serial number of the device.',
      code: 'serial',
      lookup: { entity: Machine, key: 'machine_id', text: 'serial', isLarge: true },
    },
    organization: {
      property: 'orgId',
      meaning: "Name of the patient's organization.",
      lookup: { entity: Organization, key: 'org_id' },
    },
    source: { property: 'source', choices: NIGHT_SOURCES },
    minutes: { property: 'minutes' },
    sources_differ: {
      property: 'usageDate',
      meaning: 'True when two sources have valid readings of the night with different minutes.',
      rowsOf: (wanted, night) => either(wanted, differSql(night)),
    },
    corrected: {
      property: 'usageDate',
      rowsOf: (wanted, night) => either(wanted, `${night}.usage_date <> ${night}.night`),
    },
  }),
  search: (word) => ({
    [raw(
      (night) => `${night}.machine_id in (select m.id from machines m where m.serial ilike ?)`,
      [`%${escapeLike(reducedTo('serial', word))}%`],
    )]: [],
  }),
  defaultOrder: 'date',
  maxPage: 500,
};
