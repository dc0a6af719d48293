import type { Faults } from './fault.ts';

/** Settings of a device and their delivery. */
export const settingsFaults: Faults[] = [
  {
    area: 'delivery',
    file: 'api/src/device-settings/settings-delivery.service.ts',
    tests: ['api/src/gateway/delivery.test.ts'],
    faults: [
      ['new Date(current.collected_at) > collectedAt', 'new Date(current.collected_at) >= collectedAt'],
      [
        "s.status = 'pending' and (s.expires_at is null or s.expires_at > ?) for update",
        "s.status = 'pending' and ?::timestamptz is not null for update",
      ],
      ['if (row.answer) return', 'if (false) return'],
    ],
  },
  {
    area: 'delivery',
    file: 'api/src/device-settings/settings-record.service.ts',
    tests: ['api/src/gateway/delivery.test.ts'],
    faults: [["code === '23503'", "code === '00000'"]],
  },
  {
    area: 'delivery',
    file: 'api/src/device-settings/settings-delivery-states.ts',
    tests: ['api/src/device-settings/settings-delivery-states.test.ts'],
    faults: [
      ["state === 'current' || state === 'defaults'", "state === 'current'"],
      ["sameAnswer(record.answer, answer) ? 'repeated' : 'contradicted'", "'repeated'"],
      ['steps: uses ? reported(records, uses) : []', 'steps: []'],
      ["...retire, { kind: 'collect', values: uses! }", "{ kind: 'collect', values: uses! }"],
      [
        "state === 'pending' ? [{ kind: 'move', id, to, ...(failure && { failure }) }] : []",
        "[{ kind: 'move', id, to, ...(failure && { failure }) }]",
      ],
      ["leaves(change, 'void', 'device-ended')", "leaves(change, 'void')"],
    ],
  },
  {
    area: 'delivery',
    file: 'api/src/device-settings/submit-settings.service.ts',
    tests: ['api/src/device-settings/submit-settings.test.ts'],
    faults: [
      ['refuseOlder(input, currentOf(history, state));', ''],
      ['DELIVERY_DAYS = 7', 'DELIVERY_DAYS = 8'],
      ['await writeSteps(ctx, replaced(state.pending));', ''],
    ],
  },
  {
    area: 'delivery',
    file: 'api/src/device-settings/undelivered-settings.service.ts',
    tests: ['api/src/device-settings/undelivered-settings.test.ts'],
    faults: [["if (last?.id !== record.id || record.state === 'pending')", "if (record.state === 'pending')"]],
  },
  {
    area: 'delivery',
    file: 'api/src/device-settings/device-settings.service.ts',
    tests: ['api/src/device-settings/undelivered-settings.test.ts'],
    faults: [['answered_at > ?', 'answered_at >= ?']],
  },
  {
    area: 'settings rules',
    file: 'api/src/device-settings/device-settings.rules.ts',
    tests: ['api/src/device-settings/device-settings.rules.test.ts'],
    faults: [
      ['Number(named[1]) : 25', 'Number(named[1]) : 30'],
      ['ti * rate >= 60', 'ti * rate > 60'],
      ["['epap', 'ipap'],", ''],
      ['!dependsOn.values.includes(settingText(other))', 'false'],
    ],
  },
];
