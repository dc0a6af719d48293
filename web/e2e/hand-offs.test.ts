import { expect, test } from '@jest/globals';
import { until } from '../../api/test/until.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();

test('Northside asks for a patient of Harbor, both write, Harbor accepts, and Northside has a record without earlier nights', async () => {
  const { rows } = await arrange(
    `select p.id, p.first_name as "firstName", p.last_name as "lastName", to_char(p.birth_date, 'MM/DD/YYYY') as birth, p.phone, p.current_serial as serial
       from patients p join organizations o on o.id = p.org_id
      where o.name = 'Harbor Home Medical' and p.visible_org_ids = array[p.org_id] and p.birth_date is not null and p.phone is not null
        and p.current_serial is not null and p.id not in (select patient_id from hand_offs where patient_id is not null) order by p.id limit 1`,
  );
  const [patient] = rows as {
    id: number;
    firstName: string;
    lastName: string;
    birth: string;
    phone: string;
    serial: string;
  }[];
  const { firstName, lastName, birth, phone, serial } = patient!;
  const name = `${lastName}, ${firstName}`;

  const asker = await staff('ep.admin', '/patients');
  await asker.getByRole('link', { name: 'Request a patient' }).click();
  const form = asker.getByRole('dialog', { name: 'Request a patient' });
  await form.getByLabel(/^First name/).fill(firstName);
  await form.getByLabel(/^Last name/).fill(lastName);
  await form.getByLabel(/^Birth date/).fill(birth);
  await form.getByLabel(/^Phone/).fill(phone);
  await form.getByLabel(/^Message/).fill('She moved to our town.');
  await form.getByRole('button', { name: 'Request', exact: true }).click();
  await asker.getByRole('heading', { level: 1, name: /^Request \d+$/ }).waitFor();
  await asker.getByText('Not shown', { exact: true }).waitFor();
  expect(await asker.getByText('Harbor').count()).toBe(0);

  // A job finds the patient after the answer; an open list does not change by itself.
  const delivered = "select from hand_offs where patient_id = $1 and side = 'holder'";
  await until(async () => (await arrange(delivered, [patient!.id])).rowCount === 1);
  const holder = await staff('harbor.admin', '/hand-offs');
  await holder
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name })
    .click();
  await holder.getByText('She moved to our town.').waitFor();
  await holder.getByText('Northside Respiratory').first().waitFor();
  await holder.getByRole('textbox', { name: /^Message/ }).fill('We agree.');
  await holder.getByRole('button', { name: 'Send', exact: true }).click();
  await holder.getByRole('list', { name: 'Messages' }).getByText('We agree.').waitFor();
  // The other side reads it at once.
  await asker.getByRole('list', { name: 'Messages' }).getByText('We agree.').waitFor();

  await holder.getByRole('button', { name: 'Accept' }).click();
  const accept = holder.getByRole('dialog', { name: 'Accept' });
  await accept.getByText(`The device ${serial} is handed over with the patient`).waitFor();
  await accept.getByRole('button', { name: 'Accept' }).click();
  await holder.getByText('Your organization accepted.').waitFor();

  await asker.getByText('Harbor Home Medical').first().waitFor();
  await asker.getByRole('link', { name }).click();
  await asker.getByRole('heading', { level: 1, name }).waitFor();
  await asker.getByRole('link', { name: serial }).first().waitFor();
  const { rows: records } = await arrange(
    `select o.name as organization, (select count(*)::int from usage_nights n where n.patient_id = p.id and n.usage_date < h.starts_on) as earlier
       from patients p join organizations o on o.id = p.org_id join hand_offs h on h.patient_id = p.id and h.side = 'asker' where p.last_name = $1 and p.id > $2`,
    [lastName, patient!.id],
  );
  expect(records).toEqual([{ organization: 'Northside Respiratory', earlier: 0 }]);
});
