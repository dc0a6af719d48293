import { expect, test } from '@jest/globals';
import { urls } from '../../lib/urls.ts';
import { readComplianceAddress } from './complianceAddress.ts';

const read = (address: string) => readComplianceAddress(new URL(address, 'http://test').searchParams);

test('the printable result has an address with the patient, and optionally rule and date', () => {
  expect(read(urls.compliancePrint({ patientId: 7, ruleId: null, asOf: null }))).toEqual({
    patientId: '7',
    ruleId: null,
    asOf: null,
  });
  expect(read(urls.compliancePrint({ patientId: 7, ruleId: 'ncd-240.9', asOf: '2026-02-28' }))).toEqual({
    patientId: '7',
    ruleId: 'ncd-240.9',
    asOf: '2026-02-28',
  });
});

test.each([
  '/reports/compliance',
  '/reports/compliance?patient_id=x',
  '/reports/compliance?patient_id=0',
  '/reports/compliance?patient_id=1234567890',
  '/reports/compliance?patient_id=7&as_of=',
  '/reports/compliance?patient_id=7&as_of=2026-02-30',
  '/reports/compliance?patient_id=7&as_of=02/03/2026',
])('%s is not an address of a result', (address) => {
  expect(read(address)).toBeNull();
});
