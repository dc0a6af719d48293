import type { Faults } from './fault.ts';

/** Requests for devices and patients of other organizations. */
export const handOffFaults: Faults[] = [
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/accept-hand-off.service.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["(handOff.kind === 'device' || withDevice)", 'true'],
      ['startsOn >= first &&', ''],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.rules.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ['object({ body: text(MAX_TEXT)', 'object({ body: text(2 * MAX_TEXT)'],
      ['const message = optional(MAX_TEXT);', 'const message = optional(2 * MAX_TEXT);'],
      ['|| Boolean(parent.assignedId)', ''],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.match.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ['order by h.start_date desc nulls last', 'order by h.start_date nulls first'],
      ['on h.machine_id = m.id and h.end_date is null', 'on h.machine_id = m.id'],
      ['machine.pinCipher !== null && !isRight', '!isRight'],
      ['pinConfirmed: isRight', 'pinConfirmed: true'],
      ["select org_id, 'Job.expire-hand-off'", "select null::int, 'Job.expire-hand-off'"],
      ['p.birth_date = ?::date and', '?::date is not null and'],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.service.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["$in: [...ids] } }, { orderBy: { id: 'asc' }", "$in: [...ids] } }, { orderBy: { id: 'desc' }"],
      ['expiresAt <= app.now()', 'expiresAt < app.now()'],
      ["{ orderBy: { id: 'desc' } });\n  const byPatient", "{ orderBy: { id: 'asc' } });\n  const byPatient"],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.resolver.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["handOffStateOf(ctx, handOff) === 'open' && canUseHandOffs(ctx.viewer)", 'canUseHandOffs(ctx.viewer)'],
      ["handOffStateOf(ctx, handOff) === 'open' && canWithdrawHandOff", 'canWithdrawHandOff'],
      ["handOffStateOf(ctx, handOff) === 'open' && canAcceptHandOff", 'canAcceptHandOff'],
      ['patientId === null || !canReadPatients(ctx.viewer)', 'patientId === null'],
      ['machineId === null || !ctx.viewer.canSeeUserDevices()', 'machineId === null'],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.policy.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["canUseHandOffs(viewer) && side === 'asker'", 'canUseHandOffs(viewer)'],
      ["canUseHandOffs(viewer) && side === 'holder'", 'canUseHandOffs(viewer)'],
      [" && viewer.can('update.device')", ''],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/hand-offs/hand-offs.list.ts',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["['serial', 'lastName']", "['serial']"],
      ["['serial', 'lastName']", "['lastName']"],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/migrations/064-hand-offs.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ['and a.active', ''],
      ["new.state in ('accepted', 'refused', 'expired')", "new.state in ('accepted', 'refused')"],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/migrations/065-hand-off-limits.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["interval '1 day') >= 20", "interval '23 hours') >= 20"],
      ['user_id = case h.id when own then ctx_user() else h.user_id end where', 'user_id = h.user_id where'],
      ["if h.side = 'holder' and new.created_at <= h.looked_up_at then return null; end if;", ''],
      ['hand_off_id = own) >= 200', 'hand_off_id = own) > 200'],
      ["union all select r from hand_off_readers(h.org_id) r where h.side = 'holder'", ''],
    ],
  },
  {
    area: 'hand-offs',
    file: 'api/src/db/migrations/067-days-of-equipped-patients.sql',
    tests: ['api/src/hand-offs/hand-offs.test.ts'],
    faults: [
      ["if theirs.state <> 'open' or holder is null", 'if holder is null'],
      [', user_id = ctx_user() where h.id = own', ' where h.id = own'],
      ["case t.kind when 'ep' then theirs.org_id end, p.is_rules_active", 'theirs.org_id, p.is_rules_active'],
      ['and h.patient_id = mine.patient_id and h.other_org_id = theirs.org_id', 'and false'],
      ['or h.starts_on > day', ''],
      ['moment := clock_timestamp();', 'moment := now();'],
    ],
  },
];
