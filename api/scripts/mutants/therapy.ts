import type { Faults } from './fault.ts';

const COMPLIANCE = 'api/src/compliance';
const ICODE = 'api/src/icode-reports';
const SETTINGS = 'api/src/device-settings';
const GATEWAY = 'api/src/gateway';

/** iCodes, settings and their delivery, nights, jobs, dates. */
export const therapyFaults: Faults[] = [
  {
    area: 'jobs',
    file: `${COMPLIANCE}/compliance.jobs.ts`,
    tests: ['api/src/queue/job-queue.test.ts'],
    faults: [["name: 'sweep-compliance',\n  retries: 5", "name: 'sweep-compliance',\n  retries: 0"]],
  },
  {
    area: 'jobs',
    file: 'api/src/queue/job-queue.ts',
    tests: ['api/src/queue/job-queue.test.ts'],
    faults: [
      ['retryLimit: retries', 'retryLimit: 0'],
      ["status: 'failed', output", "status: 'completed', output"],
      ['      key,\n', "      '',\n"],
      ['startAfter?.toISOString() ?? null', 'null'],
      ['if (next) await this.#enqueueNext(ctx, job, next, data);', ''],
    ],
  },
  {
    area: 'jobs',
    file: 'api/src/queue/due-queues.ts',
    tests: ['api/src/queue/job-queue.test.ts'],
    faults: [['boss.notifyWorker(workers.get(name)!);', 'void name;']],
  },
  {
    area: 'jobs',
    file: 'api/src/db/migrations/016-enqueue-job.sql',
    tests: ['api/src/queue/job-queue.test.ts'],
    faults: [
      ['q.retry_backoff, q.retry_delay_max, q.policy,', 'false, q.retry_delay_max, q.policy,'],
      ["+ q.retention_seconds * interval '1 second'", ''],
      ['if not found and not exists (', 'if false and not exists ('],
    ],
  },
  {
    area: 'jobs',
    file: `${SETTINGS}/settings-delivery.service.ts`,
    tests: [`${GATEWAY}/delivery.test.ts`],
    faults: [
      ["('created', 'retry', 'active')", "('created', 'active')"],
      ["('created', 'retry', 'active')", "('retry', 'active')"],
      ['if (expiresAt > ctx.app.now()) return enqueueDelivery(ctx, recordId, expiresAt);', ''],
      ['!row.expires_at) return;', 'false) return;'],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/settings-delivery.service.ts`,
    tests: [`${GATEWAY}/delivery.test.ts`],
    faults: [
      ['new Date(current.collected_at) > collectedAt', 'new Date(current.collected_at) >= collectedAt'],
      [
        "status = 'pending' and (expires_at is null or expires_at > ?) for update",
        "status = 'pending' and ?::timestamptz is not null for update",
      ],
      ['if (row.answer) return', 'if (false) return'],
      ['filter(({ sent_at: sent }) => sent === null)', 'filter(() => true)'],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/settings-record.service.ts`,
    tests: [`${GATEWAY}/delivery.test.ts`],
    faults: [
      ["code === '23503'", "code === '00000'"],
      ['applied ? app.now() : null', 'app.now()'],
      ['step.failure ?? null', 'null'],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/settings-delivery.states.ts`,
    tests: [`${SETTINGS}/settings-delivery.states.test.ts`],
    faults: [
      ["state === 'current' || state === 'defaults'", "state === 'current'"],
      ["to: 'failed', failure: 'refused'", "to: 'failed', failure: 'expired'"],
      ["sameAnswer(record.answer, answer) ? 'repeated' : 'contradicted'", "'repeated'"],
      ['steps: uses ? reported(records, uses) : []', 'steps: []'],
      ["...retire, { kind: 'collect', values: uses! }", "{ kind: 'collect', values: uses! }"],
      [
        "state === 'pending' ? [{ kind: 'move', id, to, ...(failure && { failure }) }] : []",
        "[{ kind: 'move', id, to, ...(failure && { failure }) }]",
      ],
      ["leaves(change, 'void', 'device-ended')", "leaves(change, 'void')"],
      ["state === 'failed' || state === 'void' ? [{ kind: 'dismiss'", "state === 'failed' ? [{ kind: 'dismiss'"],
      ["boolean => state === 'failed'", "boolean => state !== 'pending'"],
      ['reason(one) === reason(other) && ', ''],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/submit-settings.service.ts`,
    tests: [`${SETTINGS}/submit-settings.test.ts`],
    faults: [
      [
        'if (input.basis !== state.basis) throw new SettingsChanged({ newerRecord: state.newest, basis: state.basis });',
        '',
      ],
      ['DELIVERY_DAYS = 7', 'DELIVERY_DAYS = 8'],
      ['await writeSteps(ctx, replaced(state.pending));', ''],
      ["if (record.state !== 'pending')", "if (record.state === 'void')"],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/undelivered-settings.service.ts`,
    tests: [`${SETTINGS}/undelivered-settings.test.ts`],
    faults: [
      ["if (last?.id !== record.id || record.state === 'pending')", "if (record.state === 'pending')"],
      ['await writeSteps(ctx, dismissed(record));', ''],
    ],
  },
  {
    area: 'delivery',
    file: `${SETTINGS}/device-settings.service.ts`,
    tests: [`${SETTINGS}/undelivered-settings.test.ts`],
    faults: [
      ['answered_at > ?', 'answered_at >= ?'],
      [' && dismissedAt === null', ''],
    ],
  },
  {
    area: 'settings rules',
    file: `${SETTINGS}/device-settings.rules.ts`,
    tests: [`${SETTINGS}/device-settings.rules.test.ts`],
    faults: [
      ['Number(named[1]) : 25', 'Number(named[1]) : 30'],
      ['Number(text) > max)', 'Number(text) >= max)'],
      ['ti * rate >= 60', 'ti * rate > 60'],
      ["['epap', 'ipap'],", ''],
      ['!dependsOn.values.includes(settingText(other))', 'false'],
      ["code: 'settings.twice'", "code: 'settings.unknown'"],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/ic1.codec.ts`,
    tests: [`${ICODE}/ic1.codec.test.ts`],
    faults: [
      ['value > 9 ? 100 : 10', '10'],
      ['98 - ((remainder * 100) % 97)', '97 - ((remainder * 100) % 97)'],
      ['Number(payload) >= IC1_PAYLOADS', 'Number(payload) > IC1_PAYLOADS'],
      ['MINUTES_PER_STEP = 5', 'MINUTES_PER_STEP = 6'],
      ['base <= slot', 'base < slot'],
      ['while (firstPairOf(i + 1) <= pair)', 'while (firstPairOf(i + 1) < pair)'],
      ["if (check === null) throw new RangeError('serial: letters and digits only');", ''],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.figures.ts`,
    tests: [`${ICODE}/icode.figures.test.ts`],
    faults: [
      ['age(night) >= 1 &&', 'age(night) >= 0 &&'],
      ['age(night) <= period)', 'age(night) < period)'],
      ['COMPLIANT_MINUTES = 240', 'COMPLIANT_MINUTES = 239'],
      ['HIGH_LEAK = 24', 'HIGH_LEAK = 25'],
      ['if (age >= RUN) best', 'best'],
      ['sum += value * night.minutes;', 'sum += value;'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.paste.rules.ts`,
    tests: [`${ICODE}/icode.paste.test.ts`],
    faults: [
      ['dates.size === 1 ?', 'dates.size >= 1 ?'],
      ['SHORTEST_LEFTOVER = 8', 'SHORTEST_LEFTOVER = 17'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode.statistics.ts`,
    tests: [`${ICODE}/icode.statistics.test.ts`],
    faults: [
      ['/ whole) / 100', '/ whole) / 10'],
      ['percent(best30, 30)', 'percent(best30, 31)'],
    ],
  },
  {
    area: 'iCode',
    file: `${ICODE}/icode-reports.service.ts`,
    tests: [`${ICODE}/icode-reports.test.ts`],
    faults: [
      ['collected > today', 'collected >= today'],
      ['todayOfPatient(ctx, patient)', 'todayOfPatient(ctx, null)'],
      ['patient: patient.id, machine: machine.id })) > 0', 'machine: machine.id })) > 0'],
      ['ids.length > MAX_PRINTED_REPORTS', 'ids.length > MAX_PRINTED_REPORTS + 1'],
      ['config.production && !machine.simulated', 'config.production'],
    ],
  },
  {
    area: 'nights',
    file: `${GATEWAY}/gateway.clock.ts`,
    tests: [`${GATEWAY}/nights.test.ts`],
    faults: [
      ['HALF_DAY_MS = DAY_MS / 2', 'HALF_DAY_MS = 0'],
      ['Math.round(driftMs / DAY_MS)', 'Math.ceil(driftMs / DAY_MS)'],
      ["sign === '-' ? -1 : 1", '1'],
      ['right <= newest.date && ', 'false && '],
      [' && moved <= newest.date', ''],
      ['storedOn ?? (', '('],
      ['taken && night <= last', 'false'],
      ['days: daysBetween(night, date)', 'days: 0'],
    ],
  },
  {
    area: 'nights',
    file: `${GATEWAY}/nights.repeats.ts`,
    tests: [`${GATEWAY}/nights.test.ts`],
    faults: [
      ['u.record_no = 0 or ', ''],
      ['u.record_no is not distinct from s.record_no', 'true'],
      ["\n    and (${figuresOf('u')}) is not distinct from (${figuresOf('s')})", ''],
      ['u.night <> u.device_date and ', 'false and '],
      ['nullif(u.record_no, 0) <> nullif(s.record_no, 0)', 'false'],
      ['taken || (', 'false || ('],
      ['number < newest.get(night)!', 'false'],
    ],
  },
  {
    area: 'nights',
    file: `${GATEWAY}/nights.service.ts`,
    tests: [`${GATEWAY}/nights.test.ts`],
    faults: [
      ['excluded.minutes >= usage_nights.minutes', 'excluded.minutes > usage_nights.minutes'],
      [
        'set (record_no, ${COLUMNS}) = row(case usage_nights.record_no when 0 then 0 else excluded.record_no end',
        'set (record_no, ${COLUMNS}) = row(excluded.record_no',
      ],
      ['date <= last)', 'date < last)'],
    ],
  },
  {
    area: 'gateway',
    file: `${GATEWAY}/sessions.service.ts`,
    tests: [`${GATEWAY}/gateway.test.ts`],
    faults: [
      ['LEFT_OPEN_MS = 3_600_000', 'LEFT_OPEN_MS = 7_200_000'],
      ['coalesce(exit_flag, ?)', '?'],
      ['(iccid === null && terminalType !== WIRELESS)', 'iccid === null'],
    ],
  },
  {
    area: 'dates',
    file: 'api/src/shared/context.ts',
    tests: ['api/src/shared/context.test.ts', `${ICODE}/icode-reports.test.ts`],
    faults: [
      ["this.signedIn?.facts.timezone ?? 'America/New_York'", "'UTC'"],
      ['attempt > MAX_RETRIES ||', 'attempt > 0 ||'],
    ],
  },
];
