import { AHI, HIGH_LEAK, type Ladder, nearestStep, PRESSURE, SNI } from './ic1-ladders.ts';

describe('the ladders of IC1', () => {
  test.each<[string, Ladder, number, number, number]>([
    ['pressure', PRESSURE, 43, 4, 30],
    ['AHI', AHI, 149, 0, 80],
    ['SNI', SNI, 47, 0, 60],
    ['high leak', HIGH_LEAK, 21, 0, 100],
  ])('%s has the documented number of rising steps', (_name, ladder, count, first, last) => {
    expect(ladder).toHaveLength(count);
    expect(ladder[0]).toBe(first);
    expect(ladder.at(-1)).toBe(last);
    expect([...ladder].sort((a, b) => a - b)).toEqual(ladder);
    expect(new Set(ladder).size).toBe(count);
  });

  test('every step of every ladder is nearest to itself', () => {
    for (const ladder of [PRESSURE, AHI, SNI, HIGH_LEAK]) {
      expect(ladder.map((step) => nearestStep(ladder, step))).toEqual([...ladder.keys()]);
    }
  });

  test.each<[string, Ladder, number, number]>([
    ['pressure 8.7 is nearest to 8.5', PRESSURE, 8.7, 8.5],
    ['pressure 11.2 is nearest to 11', PRESSURE, 11.2, 11],
    ['pressure 4.25 is a tie and goes down', PRESSURE, 4.25, 4],
    ['pressure 4.26 goes up', PRESSURE, 4.26, 4.5],
    ['pressure 20.5 is a tie between 20 and 21 and goes down', PRESSURE, 20.5, 20],
    ['pressure 29.5 is a tie and goes down', PRESSURE, 29.5, 29],
    ['AHI 0.05 is a tie and goes down', AHI, 0.05, 0],
    ['AHI 0.15 is a tie and goes down', AHI, 0.15, 0.1],
    ['AHI 0.35 is a tie and goes down, whatever binary fractions make of it', AHI, 0.35, 0.3],
    ['AHI 9.95 is a tie and goes down', AHI, 9.95, 9.9],
    ['AHI 12.3 is nearest to 12.5', AHI, 12.3, 12.5],
    ['AHI 19.75 is a tie and goes down', AHI, 19.75, 19.5],
    ['AHI 39.5 is a tie and goes down', AHI, 39.5, 39],
    ['AHI 42.5 is a tie and goes down', AHI, 42.5, 40],
    ['AHI 42.6 goes up', AHI, 42.6, 45],
    ['AHI 500 is "80 or more"', AHI, 500, 80],
    ['SNI 6.3 is nearest to 6.5', SNI, 6.3, 6.5],
    ['SNI 9.75 is a tie and goes down', SNI, 9.75, 9.5],
    ['SNI 32.5 is a tie and goes down', SNI, 32.5, 30],
    ['SNI 61 is "60 or more"', SNI, 61, 60],
    ['leak 0.5 is a tie and goes down', HIGH_LEAK, 0.5, 0],
    ['leak 12.5 is a tie and goes down', HIGH_LEAK, 12.5, 10],
    ['leak 17 is nearest to 15', HIGH_LEAK, 17, 15],
    ['leak 90 is a tie between 80 and 100 and goes down', HIGH_LEAK, 90, 80],
    ['leak 91 goes up', HIGH_LEAK, 91, 100],
  ])('%s', (_sentence, ladder, value, step) => {
    expect(ladder[nearestStep(ladder, value)]).toBe(step);
  });
});
