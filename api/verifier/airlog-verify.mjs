#!/usr/bin/env node
// Checks a compliance report that Airlog issued, without the portal, an account or a network:
//
//   node airlog-verify.mjs REPORT.json [KEYS.json]
//
// It checks the signature with the public keys of the portal (GET /.well-known/airlog-report-keys.json), and computes
// every figure again from the reports of the device. Exit code 0: valid. 1: the signature is not valid or was not
// checked, or a figure differs. 2: the file cannot be read.
//
// This file stands alone: it shares no code with the portal, so that a mistake of the portal is not repeated here, and it
// runs in Node 20 or newer and, inside offline.html, in a browser.

/** A night without data is expected for two days, because data may be that late. Then it is missing. */
const LATE_DAYS = 2;
/** More minutes than a day has are a fault of the data: the night does not count. */
const MINUTES_OF_A_DAY = 24 * 60;

/**
 * What does not follow from the nights alone: it depends on what had been recorded by each day. It is listed as not
 * checked.
 */
const NOT_CHECKED = ['at_risk_on', 'cannot_be_met_on'];
const FIGURES = [
  ...['state', 'window_start', 'window_end', 'compliant_days', 'nights_wanted', 'nights_needed', 'met_on'],
  ...['earliest_date', 'latest_date', 'closes_on', 'corrected_nights', 'missing_nights'],
];

// ---- Dates: the number of days since 1970-01-01

const DAY_MS = 24 * 60 * 60 * 1000;
const numberOf = (date) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
const isDate = (text) =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && numberOf(text) >= 0 && dateOf(numberOf(text)) === text;

// ---- The file

export class Unreadable extends Error {}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value, from = 0, to = 10_000_000) => Number.isSafeInteger(value) && value >= from && value <= to;
function need(isRight, name) {
  if (!isRight) throw new Unreadable(name);
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('json');
  }
}

/** Returns the report in the text of a file, with or without the envelope `data` of the portal. Throws Unreadable. */
export function readReport(text) {
  const file = parsed(text);
  const report = isObject(file) && isObject(file.data) ? file.data : file;
  need(isObject(report) && isObject(report.figures), 'figures');
  const { format = 1, code, issued_at: issuedAt, figures } = report;
  need(format === 1 || format === 2, 'format');
  need(typeof code === 'string', 'code');
  need(typeof issuedAt === 'string' && Number.isFinite(Date.parse(issuedAt)), 'issued_at');
  const { rule, as_of: asOf, therapy_start: start, nights } = figures;
  need(isObject(rule), 'rule');
  need(isCount(rule.first_day, 1) && isCount(rule.period, 1, 4000) && isCount(rule.window, 1, rule.period), 'rule');
  need(isCount(rule.minutes) && isCount(rule.percent, 0, 100), 'rule');
  need(isDate(asOf), 'as_of');
  need(start === null || isDate(start), 'therapy_start');
  need(Array.isArray(nights), 'nights');
  for (const night of nights) {
    need(isObject(night) && isDate(night.date) && Array.isArray(night.reports), 'nights');
    for (const one of night.reports)
      need(isObject(one) && isCount(one.minutes) && isDate(one.recorded) && typeof one.outcome === 'string', 'nights');
  }
  return report;
}

/** Returns the keys in the text of a key file. Throws Unreadable. */
export function readKeys(text) {
  const file = parsed(text);
  need(isObject(file) && Array.isArray(file.keys), 'keys');
  for (const key of file.keys) need(isObject(key) && typeof key.id === 'string' && isObject(key.public_key), 'keys');
  return file.keys;
}

// ---- The signature

/** Returns the canonical text of JSON (RFC 8785): sorted names, no blanks. */
export function canonicalText(value) {
  if (Array.isArray(value)) return '[' + value.map((one) => canonicalText(one)).join(',') + ']';
  if (!isObject(value)) return JSON.stringify(value);
  const members = [];
  for (const name of Object.keys(value).sort()) members.push(JSON.stringify(name) + ':' + canonicalText(value[name]));
  return '{' + members.join(',') + '}';
}

const bytesOf = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/**
 * Returns what the signature of a report is: valid, wrong, not_signed (a report of before), no_keys, unknown_key,
 * outside_validity (the key was not in use at that time) or not_supported (by this browser). `keys`: those of the key
 * file; a key inside the report would prove nothing.
 */
export async function checkSignature(report, keys) {
  const { signature, ...signed } = report;
  if (!isObject(signature)) return 'not_signed';
  if (!keys) return 'no_keys';
  const key = keys.find(({ id }) => id === signature.key);
  if (!key) return 'unknown_key';
  const issued = Date.parse(report.issued_at);
  const isInUse = issued >= Date.parse(key.valid_from) && (!key.valid_until || issued <= Date.parse(key.valid_until));
  if (!isInUse) return 'outside_validity';
  const { kty, crv, x } = key.public_key;
  if (signature.algorithm !== 'Ed25519' || kty !== 'OKP' || crv !== 'Ed25519') return 'wrong';
  const { subtle } = globalThis.crypto ?? {};
  let publicKey;
  try {
    publicKey = await subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    return error.name === 'DataError' ? 'wrong' : 'not_supported';
  }
  try {
    const text = new TextEncoder().encode(canonicalText(signed));
    return (await subtle.verify('Ed25519', publicKey, bytesOf(signature.value), text)) ? 'valid' : 'wrong';
  } catch {
    return 'wrong'; // no base64url
  }
}

// ---- The figures

const isCounted = ({ outcome }) => outcome === 'counted';

/** Returns the state of a night with these minutes; null without data. */
function nightState(rule, minutes, isOpen) {
  if (minutes === null) return isOpen ? 'expected' : 'missing';
  if (minutes > MINUTES_OF_A_DAY) return 'fault';
  if (minutes >= rule.minutes) return 'compliant';
  return minutes === 0 ? 'unused' : 'short';
}

/**
 * Returns the figures that follow from the reports of the nights, by trying every window. LCD L33718 and NCD 240.9: enough
 * minutes on a share of the days of consecutive days (a window) that are all within the period. Days are counted from 0,
 * the first day of the period; a day without data is a day of its window.
 */
export function recompute({ rule, as_of: asOf, therapy_start: start, nights }) {
  const { period, window } = rule;
  let wanted = 0;
  while (wanted * 100 < window * rule.percent) wanted += 1;
  const nothing = Object.fromEntries(FIGURES.map((name) => [name, null]));
  const none = { compliant_days: 0, nights_wanted: wanted, corrected_nights: 0, missing_nights: 0, nights: [] };
  if (start === null) return { ...nothing, ...none, state: 'no_therapy_start' };
  const first = numberOf(start) + rule.first_day - 1;
  const today = numberOf(asOf) - first;
  const dateAt = (day) => (day === null ? null : dateOf(first + day));

  const reports = Array.from({ length: period }, () => []);
  for (const night of nights) reports[numberOf(night.date) - first]?.push(...night.reports);
  const minutes = reports.map((given) => {
    const counted = given.filter(isCounted);
    return counted.length === 0 ? null : counted.reduce((sum, report) => sum + report.minutes, 0);
  });
  const isOpenOn = (date, day) => minutes[day] === null && day >= date - LATE_DAYS;
  const shown = [];
  for (let day = 0; day < period && day <= today; day += 1) {
    const counted = reports[day].filter(isCounted);
    shown.push({
      date: dateAt(day),
      day: rule.first_day + day,
      minutes: minutes[day],
      source: counted[0]?.source ?? null,
      state: nightState(rule, minutes[day], isOpenOn(today, day)),
      corrected: counted.some(({ recorded }) => recorded !== dateAt(day)),
    });
  }

  const countOf = (marked, from, to) => {
    let days = 0;
    for (let day = from; day <= to; day += 1) if (marked[day]) days += 1;
    return days;
  };
  const lastStart = period - window;
  /** Returns the start of the first window in which enough days are marked up to a day of it; null when there is none. */
  const fullOn = (marked, last) => {
    for (let from = Math.max(0, last - window + 1); from <= last && from <= lastStart; from += 1)
      if (countOf(marked, from, last) >= wanted) return from;
    return null;
  };
  const firstFull = (marked) => {
    for (let day = 0; day < period; day += 1) if (fullOn(marked, day) !== null) return day;
    return null;
  };
  const fullest = (marked) => {
    let best = { from: 0, days: -1 };
    for (let from = 0; from <= lastStart; from += 1) {
      const days = countOf(marked, from, from + window - 1);
      if (days > best.days) best = { from, days };
    }
    return best;
  };

  const good = minutes.map((used) => used !== null && used >= rule.minutes && used <= MINUTES_OF_A_DAY);
  const met = firstFull(good);
  // If every night whose data may still arrive turns out compliant.
  const hoped = good.map((isGood, day) => isGood || (met === null && isOpenOn(today, day)));
  const reached = firstFull(hoped);
  let latest = met;
  if (met === null)
    for (let day = 0; day < period; day += 1) if (hoped[day] && fullOn(hoped, day) !== null) latest = day;
  const from = reached === null ? fullest(good).from : fullOn(hoped, reached);
  const compliant = countOf(good, from, from + window - 1);
  let closes = period;
  while (minutes.some((_, day) => isOpenOn(closes, day))) closes += 1;
  const stateNow = () => {
    if (met !== null) return 'met';
    if (today >= closes) return 'not_met';
    if (reached === null) return 'cannot_be_met';
    return fullest(hoped).days === wanted ? 'at_risk' : 'in_progress'; // at risk: no window can miss another night
  };
  return {
    state: stateNow(),
    window_start: dateAt(from),
    window_end: dateAt(from + window - 1),
    compliant_days: compliant,
    nights_wanted: wanted,
    nights_needed: met !== null ? 0 : reached === null ? null : wanted - compliant,
    met_on: dateAt(met),
    earliest_date: dateAt(reached),
    latest_date: dateAt(latest),
    closes_on: dateAt(closes),
    corrected_nights: shown.filter(({ corrected }) => corrected).length,
    missing_nights: shown.filter(({ state }) => state === 'missing').length,
    nights: shown,
  };
}

/** Returns the state as it is compared: figures of format 1 have one state for "at risk" and "can no longer be met". */
const reportedState = ({ format, state, nights_needed: needed }) =>
  format === 1 && state === 'at_risk' && needed === null ? 'cannot_be_met' : state;

/** Returns every figure that is not what the reports of the nights give: its name, what the report says, and what follows. */
export function differencesOf(figures) {
  const computed = recompute(figures);
  const found = [];
  const compare = (figure, reported, right) => {
    if (reported !== right) found.push({ figure, reported: reported ?? null, computed: right });
  };
  for (const name of FIGURES) compare(name, name === 'state' ? reportedState(figures) : figures[name], computed[name]);
  const { length } = computed.nights;
  compare('nights', figures.nights.length, length);
  for (const [index, night] of figures.nights.slice(0, length).entries()) {
    const right = computed.nights[index];
    for (const name of Object.keys(right)) compare(`nights ${right.date}: ${name}`, night[name], right[name]);
    for (const { recorded, corrected } of night.reports)
      compare(`nights ${right.date}: corrected`, corrected, recorded !== right.date);
  }
  return found;
}

/**
 * Returns the result of a check: verdict (valid, invalid or unreadable), signature, differences, the names that are not
 * checked, and the report. `keysText`: the text of a key file; undefined when there is none.
 */
export async function verify(reportText, keysText) {
  try {
    const report = readReport(reportText);
    const signature = await checkSignature(report, keysText === undefined ? undefined : readKeys(keysText));
    const differences = differencesOf(report.figures);
    const notChecked = NOT_CHECKED.filter((name) => (report.figures[name] ?? null) !== null);
    const isValid = signature === 'valid' && differences.length === 0;
    return { verdict: isValid ? 'valid' : 'invalid', signature, differences, notChecked, report };
  } catch (error) {
    if (error instanceof Unreadable) return { verdict: 'unreadable', reason: error.message };
    throw error;
  }
}

// ---- The command

const SIGNATURES = {
  valid: 'valid',
  wrong: 'WRONG: the report was changed, or another key signed it',
  not_signed: 'none: this report was issued before reports were signed',
  no_keys: 'NOT CHECKED: no key file was given',
  unknown_key: 'NOT CHECKED: the key file does not have its key',
  outside_validity: 'WRONG: its key was not in use when the report was issued',
  not_supported: 'NOT CHECKED: this program cannot check Ed25519',
};
// eslint-disable-next-line no-control-regex -- what a terminal would carry out
const plain = (text) => String(text).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');

/** Returns the result as lines of text. */
export function linesOf({ verdict, reason, signature, differences, notChecked, report }) {
  if (verdict === 'unreadable') return [`UNREADABLE: no report, or no key file (${reason})`];
  const { figures } = report;
  const { rule, nights } = figures;
  return [
    `Report ${report.code}, issued ${report.issued_at} by ${report.issued_by}, ${report.issued_for}`,
    `Rule ${rule.name}, version ${rule.version}: ${rule.minutes} minutes on ${rule.percent} % of ${rule.window} days within ` +
      `days ${rule.first_day} to ${rule.first_day + rule.period - 1} of therapy, which began ${figures.therapy_start}`,
    `State on ${figures.as_of}: ${figures.state}, ${figures.compliant_days} compliant nights from ${figures.window_start} to ${figures.window_end}`,
    `Signature ${report.signature?.key ?? ''}: ${SIGNATURES[signature]}`,
    ...differences.map(
      ({ figure, reported, computed }) => `DIFFERS ${figure}: the report says ${reported}, its nights give ${computed}`,
    ),
    ...(differences.length === 0 ? [`Figures: they follow from the ${nights.length} nights of the report`] : []),
    ...(notChecked.length > 0 ? [`Not checked: ${notChecked.join(', ')}`] : []),
    verdict === 'valid' ? 'VALID' : 'NOT VALID',
  ].map(plain);
}

/** Runs the command when Node was started with this file, also by the link that npx makes. */
async function main() {
  if (!globalThis.process?.versions?.node) return;
  const { existsSync, readFileSync, realpathSync } = await import('node:fs');
  const { pathToFileURL } = await import('node:url');
  const [, program, report, keys] = process.argv;
  const isProgram = (path) => existsSync(path) && pathToFileURL(realpathSync(path)).href === import.meta.url;
  if (!program || !isProgram(program)) return;
  const say = (lines) => void process.stdout.write(`${lines.join('\n')}\n`);
  try {
    if (!report) throw new Error('Usage: node airlog-verify.mjs REPORT.json [KEYS.json]');
    const result = await verify(readFileSync(report, 'utf8'), keys && readFileSync(keys, 'utf8'));
    say(linesOf(result));
    process.exitCode = { valid: 0, invalid: 1, unreadable: 2 }[result.verdict];
  } catch (error) {
    say([error.message]);
    process.exitCode = 2;
  }
}
void main();
