import type { Database } from '../db/orm.ts';
import { withPrincipal } from '../db/principal.ts';
import { escapeLike } from '../shared/list-text.ts';
import { wordsOf } from '../shared/list-price.ts';
import { plainText } from '../shared/text.rules.ts';
import { MAX_LOCATIONS, type LegacyDirectory, type LegacyLocationRow } from './legacy.ts';
import type { LegacyPatientRow } from './patient-migrations.rules.ts';

const LOCATION = `id as "dmeId", name, address1, address2, zip, city, state, country, phone, is_child as "isChild", migrated, has_api_key as "hasApiKey"`;

const PATIENT = `id, first_name as "firstName", last_name as "lastName", email, assigned_id as "assignedId", birth_date as "birthDate", sex,
  therapy_start as "therapyStart", note, address1, address2, city, state, zip, country, phone, mobile_phone as "mobilePhone"`;

/**
 * Returns the legacy system that is a directory in the database. Its tables belong to no organization, and the role of
 * jobs alone reads them: a transaction of its own for each question, as a question to another system is.
 */
export function embeddedDirectory(db: Database): LegacyDirectory {
  const ask = <Row>(sql: string, parameters: unknown[]): Promise<Row[]> =>
    withPrincipal(db, { kind: 'jobs' }, 'read', (em) => em.execute<Row[]>(sql, parameters));
  return {
    async search(query, by) {
      const text = query.trim();
      if (text === '') return [];
      if (by === 'DME_ID')
        return ask<LegacyLocationRow>(`select ${LOCATION} from legacy_locations where upper(id) = upper(?)`, [text]);
      const words = wordsOf(text).map((word) => `%${escapeLike(plainText(word))}%`);
      const conditions = words.map(() => 'name_key like ?').join(' and ');
      return ask<LegacyLocationRow>(
        `select ${LOCATION} from legacy_locations where ${conditions} order by name_key, id limit ?`,
        [...words, MAX_LOCATIONS],
      );
    },
    async patients(dmeId, { active, limit, after = null, offset = 0 }) {
      const [patients, counted] = await Promise.all([
        ask<LegacyPatientRow>(
          `select ${PATIENT} from legacy_patients where location_id = ? and is_active = ? and (?::text is null or id > ?) order by id limit ? offset ?`,
          [dmeId, active, after, after, limit, offset],
        ),
        ask<{ total: number }>(
          'select count(*)::int as total from legacy_patients where location_id = ? and is_active = ?',
          [dmeId, active],
        ),
      ]);
      return { patients, total: counted[0]!.total };
    },
  };
}
