import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  answered,
  dismissed,
  ended,
  expired,
  maySendAgain,
  replaced,
  reported,
  sameAnswer,
  withdrawn,
  type Answer,
  type Held,
  type Step,
} from './settings-delivery-states.ts';

const OLD = { mode: 'AutoCPAP', min_apap: 5, humidifier: 3, leak_alert_flag: true };
const NEW = { ...OLD, min_apap: 6 };
const NEAR = { ...OLD, min_apap: 5.5 };
const row = (id: number, state: Held['state'], values: Held['values'] = OLD, more: Partial<Held> = {}): Held => ({
  id,
  state,
  values,
  isEdit: false,
  answer: null,
  ...more,
});
const edit = (state: Held['state'], more: Partial<Held> = {}) => row(2, state, NEW, { isEdit: true, ...more });

describe('an answer to a change', () => {
  const accepted: Answer = { result: 'accepted' };
  const clamped: Answer = { result: 'clamped', values: NEAR };
  const refused: Answer = { result: 'refused', reason: 'locked by the patient' };
  const current = row(1, 'current');

  test.each<[string, Held[], Held, Answer, string, Step[]]>([
    [
      'accepted: the change itself becomes current, the previous one is past',
      [current],
      edit('pending'),
      accepted,
      'applied',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'confirm', id: 2 },
      ],
    ],
    [
      'accepted over the factory settings',
      [row(1, 'defaults')],
      edit('pending'),
      accepted,
      'applied',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'confirm', id: 2 },
      ],
    ],
    [
      'accepted by a device without known settings',
      [],
      edit('pending'),
      accepted,
      'applied',
      [{ kind: 'confirm', id: 2 }],
    ],
    [
      "clamped: the change is past and the device's values are a new current record",
      [current],
      edit('pending'),
      clamped,
      'applied',
      [
        { kind: 'move', id: 2, to: 'past' },
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEAR },
      ],
    ],
    [
      'clamped to exactly the requested values is accepted',
      [current],
      edit('pending'),
      { result: 'clamped', values: { ...NEW } },
      'applied',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'confirm', id: 2 },
      ],
    ],
    [
      'accepted with other values is clamped',
      [current],
      edit('pending'),
      { ...accepted, values: NEAR },
      'applied',
      [
        { kind: 'move', id: 2, to: 'past' },
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEAR },
      ],
    ],
    [
      'refused: the change has failed and nothing else happens',
      [current],
      edit('pending'),
      refused,
      'applied',
      [{ kind: 'move', id: 2, to: 'failed', failure: 'refused' }],
    ],
    [
      'refused, with the values that it uses instead',
      [current],
      edit('pending'),
      { ...refused, values: NEAR },
      'applied',
      [
        { kind: 'move', id: 2, to: 'failed', failure: 'refused' },
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEAR },
      ],
    ],
    [
      "accepted too late, after another change replaced it: only the device's values count",
      [current, row(3, 'pending', NEAR, { isEdit: true })],
      edit('void'),
      accepted,
      'late',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEW },
      ],
    ],
    [
      'accepted after it expired',
      [current],
      edit('failed'),
      accepted,
      'late',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEW },
      ],
    ],
    [
      'clamped too late',
      [current],
      edit('void'),
      clamped,
      'late',
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEAR },
      ],
    ],
    ['refused too late: nothing changes', [current], edit('void'), refused, 'late', []],
    [
      'the same again',
      [edit('current', { answer: accepted })],
      edit('current', { answer: accepted }),
      accepted,
      'repeated',
      [],
    ],
    [
      'the same again when the change is past',
      [current],
      edit('past', { answer: clamped }),
      { result: 'clamped', values: { ...NEAR } },
      'repeated',
      [],
    ],
    ['another one after accepting', [], edit('current', { answer: accepted }), refused, 'contradicted', []],
    ['accepted after refusing', [current], edit('failed', { answer: refused }), accepted, 'contradicted', []],
    [
      'clamped to something else',
      [current],
      edit('past', { answer: clamped }),
      { result: 'clamped', values: OLD },
      'contradicted',
      [],
    ],
  ])('%s', (_title, others, record, answer, outcome, steps) => {
    expect(answered([...others, record], record, answer)).toEqual({ outcome, steps });
  });

  test('is the same in any order of its fields, and different with another reason', () => {
    expect(
      sameAnswer(
        { result: 'clamped', values: { mode: 'CPAP', a: 1 } },
        { result: 'clamped', values: { a: 1, mode: 'CPAP' } },
      ),
    ).toBe(true);
    expect(sameAnswer({ result: 'refused', reason: 'a' }, { result: 'refused', reason: 'b' })).toBe(false);
  });
});

describe("a report of the device's settings", () => {
  test.each<[string, Held[], Held['values'], Step[]]>([
    ['the same as before confirms the record', [row(1, 'current')], { ...OLD }, [{ kind: 'confirm', id: 1 }]],
    [
      'flags as 1 and 0 are the same',
      [row(1, 'current')],
      { ...OLD, leak_alert_flag: 1 },
      [{ kind: 'confirm', id: 1 }],
    ],
    ['the factory settings, now collected', [row(1, 'defaults')], { ...OLD }, [{ kind: 'confirm', id: 1 }]],
    [
      'another value is a new record',
      [row(1, 'current')],
      NEAR,
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEAR },
      ],
    ],
    [
      'an additional setting is a new record',
      [row(1, 'current')],
      { ...OLD, mask: 'nasal' },
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: { ...OLD, mask: 'nasal' } },
      ],
    ],
    [
      'a missing setting is a new record',
      [row(1, 'current')],
      { mode: 'AutoCPAP' },
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: { mode: 'AutoCPAP' } },
      ],
    ],
    ['the first one', [], OLD, [{ kind: 'collect', values: OLD }]],
    [
      'never changes a pending change, not even one with the same values',
      [row(1, 'current'), edit('pending')],
      NEW,
      [
        { kind: 'move', id: 1, to: 'past' },
        { kind: 'collect', values: NEW },
      ],
    ],
  ])('%s', (_title, records, values, steps) => {
    expect(reported(records, values)).toEqual(steps);
  });
});

describe.each<[string, (change: Held) => Step[], Step]>([
  ['the end of its time', expired, { kind: 'move', id: 2, to: 'failed', failure: 'expired' }],
  ['a newer change', replaced, { kind: 'move', id: 2, to: 'void' }],
  ['its withdrawal', withdrawn, { kind: 'move', id: 2, to: 'void' }],
  ['the end of the assignment', ended, { kind: 'move', id: 2, to: 'void', failure: 'device-ended' }],
])('%s', (_event, transition, step) => {
  test('ends a pending change', () => expect(transition(edit('pending'))).toEqual([step]));
  test.each(['current', 'past', 'failed', 'void', 'defaults'] as const)('leaves a record that is %s', (state) =>
    expect(transition(edit(state))).toEqual([]),
  );
});

describe('a user', () => {
  const states = ['current', 'past', 'pending', 'failed', 'void', 'defaults'] as const;

  test.each(states)('dismisses a change that failed or is void, and not one that is %s', (state) => {
    const steps = state === 'failed' || state === 'void' ? [{ kind: 'dismiss', id: 2 }] : [];
    expect(dismissed(edit(state))).toEqual(steps);
  });

  test.each(states)('sends a failed change again, and not one that is %s', (state) => {
    expect(maySendAgain(edit(state))).toBe(state === 'failed');
  });
});

/** A model of one assignment's records next to a device with fully known state. */
class Book {
  records: Held[] = [];
  /** The settings that the device really uses. */
  uses: Held['values'] | null = null;
  applied = new Set<number>();
  /** Every change of a status, as "pending → void". */
  moves = new Set<string>();
  #id = 0;

  write(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.kind === 'collect') this.records.push(row((this.#id += 1), 'current', step.values));
      else if (step.kind !== 'dismiss') {
        const record = this.records.find(({ id }) => id === step.id)!;
        this.moves.add(`${record.state} → ${step.kind === 'confirm' ? 'current' : step.to}`);
        record.state = step.kind === 'confirm' ? 'current' : step.to;
      }
      this.check();
    }
  }

  /** The effect of submitSettings. */
  submit(values: Held['values']): void {
    this.write(this.records.flatMap(replaced));
    this.records.push(row((this.#id += 1), 'pending', values, { isEdit: true }));
  }

  check(): void {
    const count = (...states: string[]) => this.records.filter(({ state }) => states.includes(state)).length;
    expect(count('current', 'defaults')).toBeLessThanOrEqual(1);
    expect(count('pending')).toBeLessThanOrEqual(1);
  }
}

type Command = (book: Book) => void;
const values = fc.integer({ min: 4, max: 9 }).map((min_apap) => ({ ...OLD, min_apap }));
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.constant({ result: 'accepted' } as const),
  values.map((uses) => ({ result: 'clamped', values: uses }) as const),
  fc.constantFrom('a', 'b').map((reason) => ({ result: 'refused', reason }) as const),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  values.map(
    (submitted): Command =>
      (book) =>
        book.submit(submitted),
  ),
  values.map((uses): Command => (book) => {
    book.uses = uses;
    book.write(reported(book.records, uses));
  }),
  fc.nat(9).map((nth): Command => (book) => {
    const record = book.records.at(-1 - nth);
    if (record) book.write(expired(record));
  }),
  fc.nat(9).map((nth): Command => (book) => {
    const record = book.records.at(-1 - nth);
    if (record) book.write(withdrawn(record));
  }),
  fc.constant((book: Book) => book.write(book.records.flatMap(ended))),
  fc.tuple(fc.nat(9), answer).map(([nth, said]): Command => (book) => {
    const edits = book.records.filter(({ isEdit }) => isEdit);
    const record = edits[edits.length - 1 - nth];
    if (!record) return;
    const before = structuredClone(book.records);
    const { outcome, steps } = answered(book.records, record, said);
    const first = record.answer === null;
    record.answer ??= said;
    // A device applies an accepted change once; later answers about it repeat the first.
    if (first) book.uses = said.values ?? (said.result === 'accepted' ? record.values : book.uses);
    book.write(steps);
    if (!first) expect([['repeated', 'contradicted'].includes(outcome), book.records]).toEqual([true, before]);
    if (outcome === 'applied' && said.result !== 'refused') book.applied.add(record.id);
    if (outcome === 'late') expect(record.state).toBe(before.find(({ id }) => id === record.id)!.state);
  }),
);

// Typed from decisions/014: a past, failed or void record is final.
const LEGAL = [
  'current → current',
  'current → past',
  'pending → current',
  'pending → failed',
  'pending → past',
  'pending → void',
];

test("for any events in any order there is at most one current record, only changes that the device applied are Delivered, and the current record equals the device's settings", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const book = new Book();
      const illegal = () => [...book.moves].filter((move) => !LEGAL.includes(move));
      for (const run of commands) {
        run(book);
        book.check();
        expect(illegal()).toEqual([]);
        for (const { id, isEdit, state } of book.records)
          if (isEdit && (state === 'past' || state === 'current')) expect(book.applied).toContain(id);
        const current = book.records.find(({ state }) => state === 'current');
        if (book.uses) expect(current?.values).toEqual(book.uses);
      }
    }),
    { numRuns: 500 },
  );
});
