// Reads one written number into the values it may mean.

/**
 * Languages that write the decimal comma; those with the decimal point. Any other locale, and `auto`, decides by shape
 * alone.
 */
const decimalComma = new Set(
  'bg ca cs da de el es et fi fr gl hr hu id is it lt lv mk nb nl nn no pl pt ro ru sk sl sq sr sv tr uk vi'.split(
    ' ',
  ),
);
const decimalPoint = new Set('cy en ga he hi ja ko ms mt ta te th zh'.split(' '));

const groupSeparators = " \u00a0\u2009\u202f'’_٬";

/**
 * The values that a number written in ASCII digits and separators may have, as canonical decimals ('1234.5', no leading
 * or trailing zeros), or null when it is no number (a date, a version, a list). Thousands may be grouped by . , ' space
 * and kin, the Indian way too (1,23,456); decimals follow . or , or the Arabic ٫. Only one separator followed by three
 * digits is ambiguous: '1.234' means 1.234 or 1234. A locale decides; `auto` returns both.
 */
export function readNumber(written: string, locale: string): readonly string[] | null {
  if (!/^\d+(?:[.,'’_٬٫ \u00a0\u2009\u202f]\d+)*$/.test(written)) return null;
  const groups = written.split(/\D/);
  const separators = written.replace(/\d+/g, '');
  const last = separators.at(-1);
  if (last === undefined) return [canonical(written, '')];
  const mixed = separators.length > 1 && !isUniform(separators);
  if (mixed || last === '٫') return readMixed(groups, separators);
  const grouped = isGrouped(groups, last) ? canonical(groups.join(''), '') : null;
  if (groupSeparators.includes(last) || separators.length > 1) return grouped === null ? null : [grouped];
  const decimal = canonical(groups[0] ?? '', groups[1] ?? '');
  if (grouped === null) return [decimal];
  const mark = findDecimalMark(locale);
  if (mark === null) return [decimal, grouped];
  return [mark === last ? decimal : grouped];
}

/** Groups by one separator, then decimals after another: 1.234,5 or 1'234.5 */
function readMixed(groups: readonly string[], separators: string): readonly string[] | null {
  const whole = groups.slice(0, -1);
  const marks = separators.slice(0, -1);
  if (!'.,٫'.includes(separators.at(-1) ?? '') || marks.includes(separators.at(-1) ?? '')) return null;
  if (marks !== '' && !(isUniform(marks) && isGrouped(whole, marks.slice(0, 1)))) return null;
  return [canonical(whole.join(''), groups.at(-1) ?? '')];
}

function isUniform(separators: string): boolean {
  return separators === separators.slice(0, 1).repeat(separators.length);
}

function isGrouped(groups: readonly string[], separator: string): boolean {
  const [first = '', ...rest] = groups;
  if (first.length > 3 || first.startsWith('0') || rest.at(-1)?.length !== 3) return false;
  const middle = rest.slice(0, -1);
  if (middle.every((group) => group.length === 3)) return true;
  return separator === ',' && first.length <= 2 && middle.every((group) => group.length === 2);
}

function findDecimalMark(locale: string): '.' | ',' | null {
  if (decimalComma.has(locale)) return ',';
  return decimalPoint.has(locale) ? '.' : null;
}

function canonical(whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '') || '0';
  const right = fraction.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}

/** A canonical decimal times 10^power, without going through a float. */
export function shiftDecimal(value: string, power: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = fraction.padEnd(power, '0');
  return canonical(whole + digits.slice(0, power), digits.slice(power));
}

/**
 * What a token that is not a plain number may mean: itself, always (`code:nx-204`; dashes of one kind, any case, the v of
 * a version dropped), and the date or time of day it may write (`date:2024-05-03`, `time:9:00`). Dates with slashes or
 * hyphens may put the month first: both readings count.
 */
export function readCode(written: string): readonly string[] {
  const code = written
    .toLowerCase()
    .replace(/[‐‑]/g, '-')
    .replace(/^v\.?(?=\d)/, '');
  return [`code:${code}`, ...readDates(code), ...readTime(code)];
}

/** The years of the dates among the readings, as plain numbers: a passage with 03.05.2024 says 2024. */
export function listYears(readings: readonly string[]): readonly string[] {
  return readings.flatMap((reading) => /^date:(\d{4})/.exec(reading)?.slice(1) ?? []);
}

function readDates(code: string): readonly string[] {
  const yearFirst = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?:t|$)/.exec(code);
  if (yearFirst !== null) return writeDate(yearFirst[1], yearFirst[3], yearFirst[4]);
  const yearLast = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4}|\d{2})$/.exec(code);
  if (yearLast === null) return [];
  const [, first, mark, second, year = ''] = yearLast;
  const full = year.length === 2 ? `20${year}` : year;
  const dayFirst = writeDate(full, second, first);
  return mark === '.' ? dayFirst : [...dayFirst, ...writeDate(full, first, second)];
}

function writeDate(year = '', month = '', day = ''): readonly string[] {
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return [];
  return [`date:${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`];
}

function readTime(code: string): readonly string[] {
  const time = /^(\d{1,2}):(\d{2}(?::\d{2})?)$/.exec(code);
  return time === null ? [] : [`time:${Number(time[1])}:${time[2]}`];
}
