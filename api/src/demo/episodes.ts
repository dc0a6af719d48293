import { addDays } from './calendar.ts';
import type { Random } from './random.ts';
import type { Shape } from './stories.ts';

/**
 * One assignment: the patient's nth own machine (or one taken over), from the evening of `start` to the evening before
 * `end`.
 */
export interface Episode {
  machine: number | 'handed-over';
  start: string;
  end: string | null;
}

/**
 * Returns the assignments of a story's shape, oldest first. `handedOver` is the day on which a machine moved to the
 * other patient.
 */
export function episodesOf(random: Random, shape: Shape, today: string, handedOver: string): Episode[] {
  const ago = (least: number, most: number) => addDays(today, -random.int(least, most));
  switch (shape) {
    case 'never':
      return [];
    case 'single':
      return [{ machine: 0, start: ago(115, 260), end: null }];
    case 'trial': // some have little time left to meet the rule
      return [{ machine: 0, start: random.chance(0.6) ? ago(76, 86) : ago(6, 40), end: null }];
    case 'ended':
      return [{ machine: 0, start: ago(190, 280), end: ago(10, 70) }];
    case 'replaced': {
      const start = ago(200, 300);
      const end = ago(100, 140);
      return [
        { machine: 0, start, end },
        { machine: 1, start: addDays(end, random.int(1, 4)), end: null },
      ];
    }
    case 'series': {
      const second = ago(150, 190);
      const third = ago(60, 100);
      return [
        { machine: 0, start: ago(260, 330), end: second },
        { machine: 1, start: second, end: addDays(third, -3) },
        { machine: 2, start: third, end: null },
      ];
    }
    case 'wrong-device': {
      const start = ago(100, 200); // a device of the wrong kind, noticed on the same day: it has no night
      return [
        { machine: 0, start, end: start },
        { machine: 1, start, end: null },
      ];
    }
    case 'handed-over':
      return [
        { machine: 0, start: addDays(handedOver, -random.int(90, 150)), end: handedOver },
        { machine: 1, start: handedOver, end: null },
      ];
    case 'taken-over':
      return [{ machine: 'handed-over', start: handedOver, end: null }];
  }
}
