import type { ICodeCodec, ICodeError } from './icode.codec.ts';
import { ic1Codec } from './ic1.codec.ts';
import { createICodeRegistry } from './icode-registry.ts';

// The vendor's help page publishes these codes for serial BTX1309J112.
const VENDOR_SAMPLES = [
  '0995514010100977',
  '1716014020100668',
  '2606514040300554',
  '3676915050524249',
  '4568017060624237',
  '5777518080700049',
  '6797220091000187',
];

const refusing = (id: string, error: ICodeError): ICodeCodec => ({
  id,
  version: 1,
  length: 17,
  decode: () => ({ ok: false, error }),
});

describe('the codec registry', () => {
  const registry = createICodeRegistry(['ic1']);

  test('the result names the codec that read the code, with its version', async () => {
    expect(await registry.decode('A3900012345', '06469104191312994')).toMatchObject({
      ok: true,
      codec: 'ic1',
      codecVersion: 1,
      figures: { period: 30, compliantDays: 26, best30: 26, minutes: 410 },
    });
  });

  test.each(VENDOR_SAMPLES)('the published 16-digit code %s is recognized as not supported', async (code) => {
    expect(await registry.decode('BTX1309J112', code)).toEqual({
      ok: false,
      error: 'unsupported',
      code: 'icode.unsupported',
    });
  });

  test('16 digits whose first is no period index have a wrong format', async () => {
    expect(await registry.decode('BTX1309J112', '7995514010100977')).toEqual({
      ok: false,
      error: 'format',
      code: 'icode.format',
    });
  });

  test('a code of another serial fails its check', async () => {
    expect(await registry.decode('A3900012346', '06469104191312994')).toEqual({
      ok: false,
      error: 'check',
      code: 'icode.check',
    });
  });

  test('without codecs no code is read, and old codes are still recognized', async () => {
    const none = createICodeRegistry([]);
    expect(await none.decode('A3900012345', '06469104191312994')).toMatchObject({ ok: false, error: 'format' });
    expect(await none.decode('BTX1309J112', VENDOR_SAMPLES[0]!)).toMatchObject({ ok: false, error: 'unsupported' });
  });

  test('codecs are tried in the configured order and the first success wins', async () => {
    const asked: string[] = [];
    const recording = (id: string, ok: boolean): ICodeCodec => ({
      ...ic1Codec,
      id,
      decode: async (serial, code) => {
        asked.push(id);
        return ok ? ic1Codec.decode(serial, code) : { ok: false, error: 'check' };
      },
    });
    const available = [recording('a', true), recording('b', true), recording('c', false)];
    const result = await createICodeRegistry(['c', 'b', 'a'], available).decode('A3900012345', '06469104191312994');
    expect(result).toMatchObject({ ok: true, codec: 'b' });
    expect(asked).toEqual(['c', 'b']);
  });

  test.each<[ICodeError, ICodeError[]]>([
    ['range', ['format', 'range', 'check']],
    ['check', ['check', 'format']],
    ['check', ['unsupported', 'check']],
    ['unsupported', ['format', 'unsupported']],
  ])('%s is the most specific of %j', async (expected, errors) => {
    const available = errors.map((error, index) => refusing(`codec${index}`, error));
    const result = await createICodeRegistry(
      available.map((codec) => codec.id),
      available,
    ).decode('A3900012345', '');
    expect(result).toEqual({ ok: false, error: expected, code: `icode.${expected}` });
  });

  test('an exception in a codec is a fault, not a refusal', async () => {
    const broken: ICodeCodec = { ...ic1Codec, id: 'broken', decode: () => Promise.reject(new Error('unreachable')) };
    await expect(createICodeRegistry(['broken'], [broken]).decode('A3900012345', '1')).rejects.toThrow('unreachable');
  });

  test('an unknown or repeated codec stops the start', () => {
    expect(() => createICodeRegistry(['ic1', 'vendor17'])).toThrow('Unknown iCode codec "vendor17". Known: ic1');
    expect(() => createICodeRegistry(['ic1', 'ic1'])).toThrow('named twice');
  });
});
