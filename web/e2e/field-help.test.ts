import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { EXAMPLE_SERIAL, TOUR } from '../../api/src/demo/tour.ts';
import { arrange } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();

/** A field that the documents explain: its label and its help, in both languages. */
type Field = [label: string, help: string, etiqueta: string, ayuda: string];

const SERIAL: [string, string] = [
  'On the label under the device.',
  'En la etiqueta de la parte inferior del dispositivo.',
];
const PHONE: [string, string] = ['United States, Canada or Puerto Rico.', 'Estados Unidos, Canadá o Puerto Rico.'];
const ZIP: Field = ['ZIP', 'As 12207 or 12207-1234.', 'Código postal', 'Como 12207 o 12207-1234.'];

const PATIENT: Field[] = [
  [
    'Patient ID',
    'The number that your organization gave the patient.',
    'ID del paciente',
    'El número que su organización dio al paciente.',
  ],
  [
    'Therapy start',
    'Another date computes compliance again.',
    'Inicio de la terapia',
    'Con otra fecha se vuelve a calcular el cumplimiento.',
  ],
  ['Current serial', SERIAL[0], 'Número de serie actual', SERIAL[1]],
  ['Device PIN', 'In the About menu of the device.', 'PIN del dispositivo', 'En el menú «Acerca de» del dispositivo.'],
  ['Phone', PHONE[0], 'Teléfono', PHONE[1]],
  ['Mobile phone', PHONE[0], 'Teléfono móvil', PHONE[1]],
  ZIP,
  [
    'Provider (DME)',
    'The provider sees the patient, and so do the organizations of the clinician and the physician.',
    'Proveedor (DME)',
    'El proveedor ve al paciente, y también las organizaciones del clínico y del médico.',
  ],
  [
    'Location',
    'The users of this location see the patient.',
    'Ubicación',
    'Los usuarios de esta ubicación ven al paciente.',
  ],
];

const USER: Field[] = [
  [
    'Email',
    'The invitation goes to it, and it cannot be changed later.',
    'Correo electrónico',
    'La invitación se envía a ella, y después no se puede cambiar.',
  ],
  [
    'Confirm email',
    'Type it again; pasting is off.',
    'Confirmar correo electrónico',
    'Escríbala de nuevo; no se puede pegar.',
  ],
  ['Phone', PHONE[0], 'Teléfono', PHONE[1]],
  [
    'User type',
    'Decides the roles to choose from, and whether the user belongs to locations or groups.',
    'Tipo de usuario',
    'Decide los roles que se pueden elegir y si el usuario pertenece a ubicaciones o grupos.',
  ],
  ['Role', 'Choose the user type first.', 'Rol', 'Elija primero el tipo de usuario.'],
  [
    'This user is a clinician',
    'Can be chosen as the clinician or physician of a patient.',
    'Este usuario es clínico',
    'Se puede elegir como clínico o médico de un paciente.',
  ],
];

const ORGANIZATION: Field[] = [
  [
    'Organization type',
    'Decides which roles its users can have.',
    'Tipo de organización',
    'Decide qué roles pueden tener sus usuarios.',
  ],
  ZIP,
  ['Phone', PHONE[0], 'Teléfono', PHONE[1]],
  ['Custom ID', 'Your own number or code for it.', 'ID propio', 'Su propio número o código.'],
];

interface Form {
  as: string;
  path: string | (() => Promise<string>);
  /** Opens the form, and returns what holds it. `say` chooses the text of the language. */
  open: (page: Page, say: (en: string, es: string) => string) => Promise<Locator>;
  fields: Field[];
}

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first().press('Enter');
const opened = async (page: Page, name: string) => {
  await press(page, name);
  return page.getByRole('dialog');
};

const forms: Record<string, Form> = {
  'a patient': {
    as: 'ep.admin',
    path: '/patients',
    open: (page, say) => opened(page, say('Add Patient', 'Agregar paciente')),
    fields: PATIENT,
  },
  'a user': {
    as: 'ep.admin',
    path: '/users',
    open: (page, say) => opened(page, say('Add user', 'Agregar usuario')),
    fields: USER,
  },
  'a user of locations': {
    as: 'ep.admin',
    path: '/users',
    open: async (page, say) => {
      const form = await opened(page, say('Add user', 'Agregar usuario'));
      await form.getByLabel(say('User type', 'Tipo de usuario')).selectOption('Location');
      return form;
    },
    fields: [
      [
        'Locations',
        'The user sees the patients of these locations.',
        'Ubicaciones',
        'El usuario ve a los pacientes de estas ubicaciones.',
      ],
    ],
  },
  'a personal access token': {
    as: 'ep.admin',
    path: '/users/2',
    open: (page, say) => opened(page, say('Create Token', 'Crear token')),
    fields: [
      [
        'Name',
        'At least 3 characters. Name the program that uses the token.',
        'Nombre',
        'Al menos 3 caracteres. Indique el programa que usa el token.',
      ],
      ['Expires after', 'Then the token is refused.', 'Caduca después de', 'Después se rechaza el token.'],
    ],
  },
  'a device of a patient': {
    as: 'ep.admin',
    path: `/patients/${TOUR.newPatientId}`,
    open: (page, say) => opened(page, say('Add Device', 'Agregar dispositivo')),
    fields: [
      ['Start date', 'First night with this device.', 'Fecha de inicio', 'Primera noche con este dispositivo.'],
      ['Serial number', SERIAL[0], 'Número de serie', SERIAL[1]],
      [
        'PIN',
        'In the About menu of the device. Leave it empty if it is not at hand.',
        'PIN',
        'En el menú «Acerca de» del dispositivo. Déjelo vacío si no lo tiene a mano.',
      ],
    ],
  },
  'the end of a device': {
    as: 'ep.admin',
    path: `/patients/${TOUR.patientId}`,
    open: async (page, say) => {
      await press(page, say(`Menu of device ${EXAMPLE_SERIAL}`, `Menú del dispositivo ${EXAMPLE_SERIAL}`));
      await page.getByRole('menuitem', { name: say('Edit/End', 'Editar/Finalizar') }).click();
      return page.getByRole('dialog');
    },
    fields: [
      [
        'End date',
        'Day of the return; its night no longer counts for this device. Empty: present.',
        'Fecha de fin',
        'Día de la devolución; esa noche ya no cuenta para este dispositivo. Vacío: hasta hoy.',
      ],
    ],
  },
  'an iCode report': {
    as: 'ep.admin',
    path: `/patients/${TOUR.patientId}`,
    open: (page, say) => opened(page, say('Add iCode Report', 'Agregar informe de iCode')),
    fields: [
      [
        'Collection date',
        'Day on which the device showed the code.',
        'Fecha de lectura',
        'Día en que el dispositivo mostró el código.',
      ],
      ['iCode', 'Digits: 0 (a code has 17)', 'iCode', 'Dígitos: 0 (un código tiene 17)'],
    ],
  },
  'the Date Change Utility': {
    as: 'ep.admin',
    path: async () => {
      const { rows } = await arrange('select machine_id as id from usage_nights order by 1 limit 1');
      return `/machines/${rows[0].id}`;
    },
    open: (page, say) => opened(page, say('Date Change Utility', 'Utilidad de cambio de fecha')),
    fields: [
      ['Source', 'Only its nights are changed.', 'Fuente', 'Solo cambian sus noches.'],
      [
        'Start date',
        'The range needs both dates. Without one, every night is listed.',
        'Fecha de inicio',
        'El intervalo necesita ambas fechas. Si falta una, se muestran todas las noches.',
      ],
      [
        'Number of days',
        'Shifts every row. Two rows may share a date, three may not.',
        'Número de días',
        'Desplaza todas las filas. Dos filas pueden compartir una fecha, tres no.',
      ],
    ],
  },
  'an organization': {
    as: 'support.admin',
    path: '/orgs',
    open: (page, say) => opened(page, say('Add organization', 'Agregar organización')),
    fields: ORGANIZATION,
  },
};

/** Returns the text that describes a control to a screen reader, which is the help below it. */
const helpOf = (control: Locator) =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  );
/** Returns the control of a label; behind it may be that it is required. */
const controlOf = (form: Locator, label: string) =>
  form.getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\((required|obligatorio)\\))?$`)).first();

test.each(Object.entries(forms))(
  '%s: each field that the documents explain has help, in English and in Spanish',
  async (_name, { as, path, open, fields }) => {
    const page = await staff(as, typeof path === 'string' ? path : await path());
    const languages = [(en: string) => en, (_en: string, es: string) => es] as const;
    for (const [at, say] of languages.entries()) {
      if (at === 1) {
        await page.reload(); // without the dialog
        const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('UpdateViewer') ?? false);
        await press(page, 'ES');
        await saved;
        await page.reload();
      }
      const form = await open(page, say);
      const shown: [string, string][] = [];
      for (const [label, , etiqueta] of fields) {
        const name = say(label, etiqueta);
        const control = controlOf(form, name);
        await control.waitFor({ state: 'attached' });
        shown.push([name, await helpOf(control)]);
      }
      expect(shown).toEqual(fields.map(([label, help, etiqueta, ayuda]) => [say(label, etiqueta), say(help, ayuda)]));
    }
    await page.reload();
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('UpdateViewer') ?? false);
    await press(page, 'EN'); // the next form begins in English
    await saved;
  },
);
