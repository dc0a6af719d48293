/** What a page loads before anything else. */
const INITIAL = ['$initial' as const];
/** What the sign-in page and the client have in common: no library. */
const BASE =
  /web.src.lib.(csrf|early|firstPage|flash|http|language|loadLanguage|page|portalName|reach|requestData|sessionGuard|socketId|storage|unsavedWork|urls)\.ts$|web.src.app.base\.css$|modulepreload-polyfill|preload-helper/;
const LIBRARIES = /node_modules.(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|dayjs)[\\/]/;
const OWN_LIBRARY = /web.src.lib[\\/]/;
const FRAME = /@chakra-ui|@ark-ui|@zag-js|@emotion|@pandacss|stylis|react-router|lucide|web.src.(app|components)[\\/]/;
/** Of `graphql` what Apollo Client uses; the parser and the rest are for GraphiQL's page alone. */
const GRAPHQL =
  /node_modules.(graphql.language.(ast|blockString|characterClasses|kinds|printString|printer|visitor)\.mjs|graphql.jsutils.(devAssert|inspect)\.mjs|graphql-ws[\\/])/;
/** Places what lies above the page; GraphiQL's page has it too. */
const FLOATING = /node_modules.@floating-ui.(core|dom|utils)[\\/]/;
/** What fields, switches, menus and dialogs have in common: no state machine, and nothing that lies above the page. */
const ARK =
  /node_modules.(@zag-js.(dom-query|focus-visible)|@ark-ui.react.dist.(components.factory\.js|providers|utils|_virtual)|@chakra-ui.*close-button\.js)/;
/** Boxes to check, and switches. */
const SWITCHES =
  /node_modules.(@zag-js|@ark-ui.react.dist.components|@chakra-ui.react.dist.esm.components).(checkbox|switch)[\\/]/;
/** What runs a state machine. */
const MACHINES = /node_modules.@zag-js.(core|react|store|types|utils)[\\/]/;
/** What menus, dialogs, tooltips and messages have in common. The first screen does without. */
const OVERLAY =
  /node_modules.(@zag-js.(aria-hidden|dismissable|focus-trap|interact-outside|popper|presence|rect-utils|remove-scroll)|@ark-ui.react.dist.components.(portal|presence))[\\/]/;
/** Validation, which the sign-in page needs too. */
const RULES = /node_modules.(yup|property-expr|tiny-case|toposort)[\\/]|shared.text\.rules\.ts$/;
/**
 * The parts of the lists, of the forms, and of a patient's page. The lists read a patient ahead, and open the form. Their
 * popovers have the icon of a patient's page.
 */
const LISTS =
  /(web.src.(features.patients.(Add|Edit)Patient\.tsx|components.(Card|ComplianceState|FormField|ListPage|SettingsState|StatusBadge|TextLink)\.tsx|lib.(debounce|phone)\.ts|pages.gql.PatientPage\.ts)|icons.calendar-days\.mjs)$/;
/** The menu of the frame, and of a patient's machines. */
const MENU = /web.src.app.UserMenuItems\.tsx$/;
/** The popovers above a table, with Chakra's popover, which the calendar of a date uses too. */
const POPOVER = /web.src.components.(Columns|Filter|Part)Popover\.tsx$/;
const DIALOG = /web.src.components.Modal\.tsx$/;
const FORMS = /web.src.components.(FormDialog|useSubmitForm)\.tsx?$/;
const PATIENT = /web.src.pages.PatientPage\.tsx$/;
/** What a patient's page loads as soon as the user comes near it (lib/useNear.ts). */
const NEAR =
  /web.src.(features.(usage.UsageCharts|usage-dates.PatientDateProposals)\.tsx|lib.useLogged\.ts)$|usage-dates\.rules\.ts$/;
/** What every page of a signed-in user needs, and the first of these pages. */
const SIGNED_IN = /web.src.app.signedIn\.ts$/;

/**
 * The modules of the first screen in a few files, because each request costs a round trip. A group takes along what its
 * modules import, unless it is in a group above. The sign-in page needs `base` alone; GraphiQL's page needs `runtime` and
 * `graphql` too, and no other. Everything else is split by the bundler: one chunk for each page and what pages share.
 */
export const chunkGroups = [
  { name: 'base', tags: INITIAL, test: BASE },
  { name: 'runtime', tags: INITIAL, test: new RegExp(`${LIBRARIES.source}|${OWN_LIBRARY.source}`) },
  { name: 'frame', tags: INITIAL, test: FRAME },
  { name: 'graphql', test: GRAPHQL },
  { name: 'floating', test: FLOATING },
  { name: 'signed-in', test: SIGNED_IN },
  { name: 'ark', test: ARK },
  { name: 'machines', test: MACHINES },
  { name: 'overlay', test: OVERLAY },
  { name: 'rules', test: RULES },
  { name: 'dialog', test: DIALOG },
  { name: 'lists', test: LISTS },
  { name: 'forms', test: FORMS },
  { name: 'menu', test: MENU },
  { name: 'switches', test: SWITCHES },
  { name: 'popover', test: POPOVER },
  { name: 'patient', test: PATIENT },
  { name: 'near', test: NEAR },
];
