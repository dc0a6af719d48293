import type { Faults } from './fault.ts';

/** Organizations, their locations and groups, and the addresses of both. */
export const organizationFaults: Faults[] = [
  {
    area: 'organizations',
    file: 'api/src/organizations/organization-form.service.ts',
    tests: ['api/src/organizations/organization-form.test.ts'],
    faults: [
      ['value !== undefined && value !== null', 'value !== undefined'],
      ['if (changed.length === 0) return organization;', ''],
    ],
  },
  {
    area: 'organizations',
    file: 'api/src/shared/changed-meanwhile.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ['!isDeepStrictEqual(then, now[field]) &&', ''],
      ['&& !isDeepStrictEqual(written[field], now[field])', ''],
      ['now[field] === null', 'false'],
    ],
  },
  {
    area: 'organizations',
    file: 'api/src/organizations/organization.rules.ts',
    tests: ['api/src/organizations/organization-form.test.ts'],
    faults: [
      ['id.length <= MAX_DME_ID', 'id.length <= MAX_DME_ID + 1'],
      [".max(1, 'organization.one_location')", ''],
    ],
  },
  {
    area: 'organizations',
    file: 'api/src/organizations/organization-state.service.ts',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [["where org_id = ? and status = 'pending'", "where org_id >= ? and status = 'pending'"]],
  },
  {
    area: 'organizations',
    file: 'api/src/db/migrations/059-organization-forms.sql',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [['  delete from sessions s where s.org_id = wanted;\n  return true;', '  return true;']],
  },
  {
    area: 'organizations',
    file: 'api/src/db/migrations/066-organization-screens.sql',
    tests: ['api/src/organizations/organization-state.test.ts'],
    faults: [
      ['  update users u set has_api = false where u.org_id = wanted and u.has_api;\n', ''],
      [
        "update user_imports i set state = 'failed' where i.org_id = wanted",
        "update user_imports i set state = 'failed' where true",
      ],
      ['and k.revoked_at is null and k.expires_at > now()),', 'and k.revoked_at is null),'],
    ],
  },
  {
    area: 'organizations',
    file: 'api/src/organizations/organization-record.service.ts',
    tests: ['api/src/organizations/organizations.list.test.ts'],
    faults: [
      ['where l.org_id = o.id and l.closed_at is null', 'where l.org_id = o.id'],
      ['Map.groupBy([...open, ...closed],', 'Map.groupBy([...closed, ...open],'],
      ["c.list = 'machines'", "c.list = 'patients'"],
      ['where u.org_id = o.id)', 'where u.org_id = o.id and u.active)'],
    ],
  },
  {
    area: 'organizations',
    file: 'api/src/organizations/organizations.policy.ts',
    tests: ['api/src/organizations/organization-form.test.ts'],
    faults: [
      ['[null, organization.id].includes(viewer.actingOrgId) &&', ''],
      ["organization.organizationType.kind !== 'support';", 'true;'],
    ],
  },
  {
    area: 'addresses',
    file: 'api/src/shared/address.rules.ts',
    tests: ['api/src/shared/address.rules.test.ts'],
    faults: [
      ['[...text].length <= MAX_LINE', '[...text].length < MAX_LINE'],
      ["text.trim().replace(/\\s+/g, ' ')", 'text.trim()'],
      ['/^\\d{5}(-\\d{4})?$/', '/^\\d{5}(-\\d{4})?/'],
      ['.oneOf(COUNTRIES', '.oneOf([...COUNTRIES, ...(["MX"] as never[])]'],
    ],
  },
  {
    area: 'locations',
    file: 'api/src/locations/locations.service.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ['lower(name) = lower(?)', 'name = ?'],
      ['if (!place.closedAt) await', 'await'],
      ['[location[field], input[field]]', '[input[field], location[field]]'],
    ],
  },
  {
    area: 'locations',
    file: 'api/src/locations/locations.close.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ["if (location.isPrimary) refuse(refusal('locationId', 'location.primary'));", ''],
      ['target.id === id ||', ''],
      ['const MOST_MOVED = 500;', 'const MOST_MOVED = 499;'],
      [
        'usage.patients + usage.machines + usage.users + usage.groups > 0',
        'usage.patients + usage.machines + usage.users > 0',
      ],
      ['  await refuseTakenName(ctx, location);\n', ''],
      ['closed: true, ...(target && { moved_to: target.id, moved })', 'closed: true'],
    ],
  },
  {
    area: 'locations',
    file: 'api/src/locations/locations.policy.ts',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ['viewer.facts.locationIds === null &&', ''],
      [' && [null, id].includes(viewer.actingOrgId)', ''],
    ],
  },
  {
    area: 'locations',
    file: 'api/src/db/migrations/060-places.sql',
    tests: ['api/src/locations/locations.test.ts'],
    faults: [
      ['if patients < most and machines < most then', 'if true then'],
      [
        'k.location_id = wanted order by k.id limit most);\n  get diagnostics patients',
        'k.location_id = wanted order by k.id);\n  get diagnostics patients',
      ],
    ],
  },
];
