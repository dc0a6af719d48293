// Invented persons are put together from these lists; no list holds a real person's data.

export const FEMALE_NAMES = [
  'Abigail', 'Adriana', 'Aisha', 'Alice', 'Amelia', 'Andrea', 'Angela', 'Beatriz', 'Bernice', 'Camille', 'Carmen', 'Charlotte', 'Chloé', 'Clara',
  'Denise', 'Diane', 'Dolores', 'Doris', 'Eleanor', 'Elisa', 'Esther', 'Évelyne', 'Fatima', 'Frances', 'Gloria', 'Grace', 'Hannah', 'Helen', 'Inés',
  'Irene', 'Jacqueline', 'Joyce', 'Judith', 'Karen', 'Latoya', 'Leticia', 'Lucía', 'Margaret', 'María José', 'Mei', 'Michelle', 'Mónica', 'Naomi',
  'Noëlle', 'Olivia', 'Patricia', 'Priya', 'Renée', 'Rosa', 'Ruth', 'Siobhán', 'Sylvia', 'Teresa', 'Thuy', 'Vivian', 'Wanda', 'Yvonne', 'Zofia',
] as const;

export const MALE_NAMES = [
  'Aaron', 'Adrián', 'Albert', 'André', 'Anthony', 'Arturo', 'Benjamin', 'Björn', 'Calvin', 'Carlos', 'Charles', 'Clarence', 'Damián', 'Darnell',
  'Dennis', 'Desmond', 'Donald', 'Earl', 'Edward', 'Emeka', 'Ernesto', 'Eugene', 'Félix', 'Frank', 'Gerald', 'Giovanni', 'Hector', 'Henry', 'Hiroshi',
  'Isaac', 'Jamal', 'Jean-Luc', 'Jesús', 'Joaquín', 'Joseph', 'Kenneth', 'Kwame', 'Lawrence', 'Leon', 'Luis', 'Marcus', 'Martín', 'Matthew', 'Nathan',
  'Óscar', 'Patrick', 'Paul', 'Raj', 'Ramón', 'Raymond', 'René', 'Samuel', 'Seán', 'Stanley', 'Thomas', 'Tomás', 'Tyrone', 'Vincent', 'Walter', 'Wei',
] as const;

export const LAST_NAMES = [
  'Abernathy', 'Acosta', 'Agarwal', 'Alvarez', 'Baptiste', 'Bélanger', 'Bennett', 'Bianchi', 'Brennan', 'Calderón', 'Castañeda', 'Chen', 'Cohen',
  'Coleman', 'Cruz', "D'Angelo", 'Delacroix', 'Dempsey', 'Díaz', 'Dubois', 'Ellison', 'Espósito', 'Fairchild', 'Fernández', 'Fitzgerald', 'Garza',
  'Goldberg', 'Gonçalves', 'Greene', 'Gutiérrez', 'Haddad', 'Hartley', 'Hernández', 'Holloway', 'Huang', 'Ibarra', 'Ivanov', 'Jankowski', 'Jefferson',
  'Kaplan', 'Kelley', 'Kim', 'Kowalczyk', 'Kruger', 'Larsen', 'Lefèvre', 'Lindqvist', 'López', 'MacDonald', 'Marchetti', 'Martínez', 'McAllister',
  'Medina', 'Morales', 'Müller', 'Muñoz', 'Nakamura', 'Navarro', 'Nguyen', 'Novak', "O'Connor", "O'Neill", 'Okafor', 'Ortiz', 'Park', 'Patel', 'Peña',
  'Pereira', 'Petrov', 'Quiñones', 'Ramírez', 'Reilly', 'Rinaldi', 'Rodríguez', 'Romano', 'Rosenthal', 'Sánchez', 'Schneider', 'Serrano', 'Singh',
  'Sørensen', 'Stewart', 'Sullivan', 'Tanaka', 'Thibault', 'Torres', 'Tran', 'Underwood', 'Vance', 'Vega', 'Velázquez', 'Walsh', 'Washington',
  'Weaver', 'Whitaker', 'Wójcik', 'Yılmaz', 'Young', 'Zapata', 'Zimmerman', 'Zúñiga',
] as const;

export const STREETS = [
  'Maple Avenue', 'Oak Street', 'Hudson Avenue', 'Elm Street', 'Lark Street', 'Union Street', 'River Road', 'Prospect Place', 'Chestnut Street',
  'Washington Avenue', 'Church Street', 'Mill Lane', 'Orchard Street', 'Park Avenue', 'Spring Street', 'Highland Avenue', 'Whitney Avenue',
  'Fairfield Avenue', 'Second Street', 'Broadway', 'Canal Street', 'Willow Lane', 'Academy Road', 'Grove Street',
] as const;

export interface City {
  city: string;
  state: string;
  zip: string;
  areaCode: string;
}

/** Where the patients of the providers around Albany live. */
export const UPSTATE: readonly City[] = [
  { city: 'Albany', state: 'NY', zip: '12207', areaCode: '518' }, { city: 'Albany', state: 'NY', zip: '12203', areaCode: '518' },
  { city: 'Schenectady', state: 'NY', zip: '12305', areaCode: '518' }, { city: 'Troy', state: 'NY', zip: '12180', areaCode: '518' },
  { city: 'Saratoga Springs', state: 'NY', zip: '12866', areaCode: '518' }, { city: 'Poughkeepsie', state: 'NY', zip: '12601', areaCode: '845' },
  { city: 'Kingston', state: 'NY', zip: '12401', areaCode: '845' }, { city: 'Utica', state: 'NY', zip: '13501', areaCode: '315' },
  { city: 'Bennington', state: 'VT', zip: '05201', areaCode: '802' }, { city: 'Pittsfield', state: 'MA', zip: '01201', areaCode: '413' },
];

/** Where the patients of the provider on the coast live. */
export const COAST: readonly City[] = [
  { city: 'New Haven', state: 'CT', zip: '06510', areaCode: '203' }, { city: 'Bridgeport', state: 'CT', zip: '06604', areaCode: '203' },
  { city: 'Milford', state: 'CT', zip: '06460', areaCode: '203' }, { city: 'Stamford', state: 'CT', zip: '06901', areaCode: '203' },
  { city: 'Norwalk', state: 'CT', zip: '06850', areaCode: '203' }, { city: 'Westerly', state: 'RI', zip: '02891', areaCode: '401' },
];
