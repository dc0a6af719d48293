import { raw, type FilterQuery } from '@mikro-orm/core';
import type { Viewer } from '../auth/viewer.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { isShort, pairPattern, valueOf } from '../shared/list-conditions.ts';
import { escapeLike, formsOf, reducedTo } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { plainText } from '../shared/text.rules.ts';
import { Machine, MachineModel } from './machine.entity.ts';
import { machineFilters } from './machines.list.rules.ts';

const provider = {
  property: 'organization.name',
  sortBy: 'providerKey',
  meaning: 'Name of the equipment provider.',
  lookup: { entity: Organization, key: 'org_id' },
};

const CLINICAL =
  "select o.id from organizations o join organization_types t on t.id = o.type_id where t.kind = 'clinical'";

const columns = {
  ...listColumns(machineFilters, {
    id: { property: 'id', sortBy: 'id' },
    serial: { property: 'serial', code: 'serial', sortBy: 'serial', pairsIn: 'serialPairs' },
    model: { property: 'machineModel.name', sortBy: 'modelName', lookup: { entity: MachineModel, key: 'model_id' } },
    provider,
    has_pin: {
      property: 'id',
      meaning: 'True when the PIN of the device is known.',
      rowsOf: (known, alias) => `${alias}.pin_cipher is ${known === 'true' ? 'not null' : 'null'}`,
    },
    is_clinical: {
      property: 'id',
      meaning: 'True when the device belongs to a clinical organization.',
      rowsOf: (clinical, alias) => `${alias}.org_id ${clinical === 'true' ? 'in' : 'not in'} (${CLINICAL})`,
    },
  }),
  // The name of the provider in a row of the documented table.
  dme: { ...provider, type: 'text' as const, isRestOnly: true as const },
};

/** Each finds the ids of machines by an index of its own; row-level security applies to every table that it reads. */
const BY_SERIAL = 'select s.id from machines s where s.serial ilike ?';
const BY_LETTERS = 'select s.id from machines s where s.serial_pairs ilike ?';
const PROVIDERS =
  "from organizations o join organization_types t on t.id = o.type_id where t.kind = 'ep' and o.name_key like ?";
/** Without a provider of that name no machine is read: a provider has many. */
const BY_PROVIDER = `select s.id from machines s
  where s.org_id = any (array(select o.id ${PROVIDERS})) and (select count(*) ${PROVIDERS}) > 0`;
/** The device index has the serial number, the text of the patient, and who sees it. */
const BY_HOLDER = 'select i.machine_id from device_index i where i.end_date is null and i.search_text ilike ?';

/**
 * The patient's words that a text matches. One or two letters are no trigram unless a word begins with them; anywhere in
 * a text they would read every device.
 */
const holderPattern = (form: string) => `${isShort(form) ? '% ' : '%'}${escapeLike(form)}%`;

/** The machines that a word finds: by serial number or id, or by the name of the provider. */
function found(word: string): { sql: string; values: unknown[] }[] {
  const serial = reducedTo('serial', word);
  const name = `%${escapeLike(plainText(word))}%`;
  const id = valueOf('integer', word);
  return [
    isShort(serial)
      ? { sql: BY_LETTERS, values: [pairPattern(serial)] }
      : { sql: BY_SERIAL, values: [`%${escapeLike(serial)}%`] },
    { sql: BY_PROVIDER, values: [name, name] },
    ...(id === undefined ? [] : [{ sql: 'select ?::int', values: [id] }]),
  ];
}

/**
 * Selects a machine by any of several statements. One condition with `or` would be computed for every machine; the array
 * is read once, before the machines.
 */
const inAnyOf = (parts: { sql: string; values: unknown[] }[]): FilterQuery<Machine> => ({
  [raw(
    (alias) => `${alias}.id = any (array(${parts.map(({ sql }) => sql).join(' union all ')}))`,
    parts.flatMap(({ values }) => values),
  )]: [],
});

const common = { entity: Machine, defaultOrder: 'id', maxPage: 500, counter: 'machines' } satisfies Partial<
  ListDefinition<Machine>
>;

/** A column of the current patient, which is sorted by and never filtered by. */
const patientBy = (sortBy: string, meaning: string) =>
  ({ property: 'id', type: 'text', sortBy, isFilter: false, meaning }) as const;
const EMAIL = 'E-mail address of the current patient; the order of ids for users who may not read patients.';
const NAME = 'Name of the current patient; the order of ids for users who may not read patients.';

/** The machine list for users who may not read patients. Their columns are empty, so their order is that of the ids. */
export const machinesList: ListDefinition<Machine> = {
  ...common,
  columns: { ...columns, patient: patientBy('id', EMAIL), patient_name: patientBy('id', NAME) },
  search: (word) => inAnyOf(found(word)),
};

/**
 * The machine list for users who may read patients: also searchable by the current patient, and sortable by the e-mail
 * and the name.
 */
export const machinesWithHoldersList: ListDefinition<Machine> = {
  ...common,
  columns: { ...columns, patient: patientBy('holderEmail', EMAIL), patient_name: patientBy('holderName', NAME) },
  search: (word) =>
    inAnyOf([...found(word), ...formsOf(word).map((form) => ({ sql: BY_HOLDER, values: [holderPattern(form)] }))]),
};

/** The machine list: searchable, filterable and sortable columns for the viewer. */
export const machineList = (viewer: Viewer): ListDefinition<Machine> =>
  canReadPatients(viewer) ? machinesWithHoldersList : machinesList;
