import { addDays, instant } from './calendar.ts';
import { DEMO_USERS, ORG } from './logins.ts';

type Row = Record<string, unknown>;

const writer = 1 + DEMO_USERS.findIndex(({ role }) => role === 'support.admin');

/**
 * An announcement in each state. The one that users are shown now concerns the physicians, so that a trial as another
 * user begins with its own page.
 */
export function demoAnnouncements(today: string): Row[] {
  const announcement = (days: number, title: string, body: string, more: Row = {}): Row => ({
    audience_org_id: null,
    audience_roles: [],
    title,
    body,
    title_es: null,
    body_es: null,
    from_date: addDays(today, days),
    until_date: null,
    withdrawn_at: null,
    created_by_org_id: ORG.support,
    created_by_id: writer,
    created_at: instant(addDays(today, Math.min(days, 0) - 1), 54_000),
    ...more,
  });
  return [
    announcement(-60, 'Maintenance on Sunday', '<p>The portal was not available from <b>02:00 to 04:00</b>.</p>', {
      title_es: 'Mantenimiento el domingo',
      body_es: '<p>El portal no estuvo disponible de <b>02:00 a 04:00</b>.</p>',
      until_date: addDays(today, -53),
    }),
    announcement(
      -2,
      'Compliance reports for physicians',
      '<p>The page of a patient now shows the nights that count.</p>',
      {
        audience_roles: ['org.physician'],
        title_es: 'Informes de cumplimiento para médicos',
        body_es: '<p>La página de un paciente muestra ahora las noches que cuentan.</p>',
      },
    ),
    announcement(
      14,
      'New range of a setting',
      '<p>Ramp times of up to <b>60 minutes</b> can be set from this day.</p>',
      {
        audience_roles: ['org.clinical.admin', 'org.clinical.staff', 'org.ep.admin', 'org.ep.staff'],
        until_date: addDays(today, 30),
      },
    ),
    announcement(-5, 'Visit of the support team', '<p>We come to <b>Harbor Home Medical</b> next week.</p>', {
      audience_org_id: ORG.harbor,
      withdrawn_at: instant(addDays(today, -4), 60_000),
    }),
  ];
}
