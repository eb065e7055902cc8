// Units and currencies that may follow or precede a number, each with the spellings that mean it.

/**
 * Canonical unit -> its spellings, lower-cased, in English, Spanish, Bulgarian, Russian, German and French. Left out on
 * purpose are spellings that are more often another word: Russian 'с' and 'г', English 'in', Spanish 'a'.
 */
const spellings: Readonly<Record<string, string>> = {
  second:
    's sec secs second seconds seg segundo segundos сек секунда секунди секунды секунд секунду sekunde sekunden seconde secondes',
  millisecond: 'ms millisecond milliseconds milisegundo milisegundos мс милисекунди миллисекунд',
  minute: 'min mins minute minutes minuto minutos мин минута минути минуты минут минуту minuten',
  hour: 'h hr hrs hour hours hora horas ч час часа часове часов stunde stunden std heure heures',
  day: 'd day days día días dia dias ден дни дена деня день дня дней tag tage tagen jour jours',
  week: 'week weeks semana semanas седмица седмици неделя недели недель неделю woche wochen semaine semaines',
  month: 'month months mes meses месец месеца месеци месяц месяца месяцев monat monate monaten mois',
  year: 'year years yr yrs año años anos година години год года лет jahr jahre jahren ans année années',
  time: 'times vez veces път пъти раз раза mal fois',
  percent: '% ٪ % percent pct porciento процент процента процентов проценти процентов prozent pourcent',
  permille: '‰',
  degree: '° º degree degrees grado grados градус градуса градуси градусов grad degré degrés',
  celsius: '°c ºc ℃ celsius',
  fahrenheit: '°f ºf ℉ fahrenheit',
  byte: 'byte bytes octeto octetos байт байта байтове байтов',
  kilobyte: 'kb kilobyte kilobytes кб килобайт килобайта',
  megabyte: 'mb megabyte megabytes мб мегабайт мегабайта megas',
  gigabyte: 'gb gigabyte gigabytes гб гигабайт гигабайта gigas',
  terabyte: 'tb terabyte terabytes тб терабайт терабайта',
  kibibyte: 'kib',
  mebibyte: 'mib',
  gibibyte: 'gib',
  bit: 'bit bits бит бита битове битов',
  millimetre:
    'mm мм millimetre millimetres millimeter millimeters milímetro milímetros милиметър милиметра миллиметров',
  centimetre:
    'cm см centimetre centimetres centimeter centimeters centímetro centímetros сантиметър сантиметра сантиметров',
  metre: 'm м metre metres meter meters metro metros метър метра метри метр метров mètre mètres',
  kilometre:
    'km км kilometre kilometres kilometer kilometers kilómetro kilómetros километър километра километри километр километров',
  mile: 'mi mile miles milla millas миля мили миль',
  foot: 'ft foot feet pie pies',
  inch: 'inch inches pulgada pulgadas инч инча дюйм дюйма дюймов zoll',
  'square metre': 'm2 m² м2 м² sqm',
  'cubic metre': 'm3 m³ м3 м³',
  hectare: 'ha ха hectare hectares hectárea hectáreas хектар хектара гектар гектара гектаров',
  milligram: 'mg мг milligram milligrams miligramo miligramos милиграма миллиграмм миллиграммов',
  gram: 'g gr gram grams gramme gramo gramos грам грама грамм грамма граммов gramm',
  kilogram:
    'kg кг kilogram kilograms kilo kilos kilogramo kilogramos килограм килограма кило килограмм килограмма килограммов kilogramm',
  tonne: 't tonne tonnes ton tons tonelada toneladas тон тона тонна тонны тонн',
  pound: 'lb lbs',
  millilitre:
    'ml мл millilitre millilitres milliliter milliliters mililitro mililitros милилитра миллилитров',
  litre: 'l л litre litres liter liters litro litros литър литра литри литр литров',
  watt: 'w вт watt watts ват вата ватт',
  kilowatt: 'kw квт kilowatt kilowatts',
  'kilowatt hour': 'kwh квтч',
  volt: 'v volt volts voltio voltios волт волта вольт',
  hertz: 'hz хц гц hertz',
  kilohertz: 'khz',
  megahertz: 'mhz',
  gigahertz: 'ghz',
  EUR: '€ eur euro euros евро',
  USD: '$ us$ usd dollar dollars dólar dólares долар долара долари доллар доллара долларов',
  GBP: '£ gbp libra libras лира паунд паунда фунт фунта фунтов',
  BGN: 'лв bgn лев лева левове lev leva',
  RUB: '₽ rub руб рубль рубля рублей рубли ruble rubles rublo rublos',
  UAH: '₴ uah гривна гривни гривен hryvnia',
  JPY: '¥ jpy yen yenes йена йени иен',
  CHF: 'chf franc francs franco francos франк франка',
  PLN: 'zł pln zloty złoty',
  TRY: '₺ try lira liras',
  INR: '₹ inr rupee rupees rupia rupias',
  KRW: '₩ krw won',
  CNY: 'cny yuan yuanes юан юана юаней',
  CAD: 'ca$ c$ cad',
  AUD: 'a$ au$ aud',
  SEK: 'sek',
  NOK: 'nok',
  DKK: 'dkk',
  CZK: 'kč czk',
  RON: 'ron lei',
  BTC: '₿ btc',
  cent: '¢ cent cents céntimo céntimos цент цента стотинка стотинки копейка копейки копеек',
};

const unitOfSpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([unit, list]) => list.split(' ').map((word) => [word, unit] as const)),
);

/** Two words that mean one unit together: first word, second word, unit. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['per cent', 'percent'],
  ['por ciento', 'percent'],
  ['на сто', 'percent'],
  ['pour cent', 'percent'],
  ['degrees celsius', 'celsius'],
  ['grados celsius', 'celsius'],
  ['градуса целзий', 'celsius'],
  ['градусов цельсия', 'celsius'],
  ['degrees fahrenheit', 'fahrenheit'],
  ['square metres', 'square metre'],
  ['square meters', 'square metre'],
  ['metros cuadrados', 'square metre'],
  ['квадратни метра', 'square metre'],
  ['квадратных метров', 'square metre'],
]);

/** Words that may stand between a number and its unit: '5 working days' are days. */
const qualifiers = new Set(
  (
    'working business calendar full whole consecutive natural more further extra additional ' +
    'работни календарни пълни последователни рабочих рабочие рабочего календарных полных ' +
    'hábiles laborables naturales volle ganze'
  ).split(' '),
);

/** Words that multiply the number before them, as a power of ten. */
const scales: ReadonlyMap<string, number> = new Map(
  (
    [
      [3, 'thousand thousands mil хиляди хиляда тысяча тысячи тысяч тыс хил k к tausend mille'],
      [
        6,
        'million millions mln millón millones милион милиона милиони миллион миллиона миллионов млн mio millionen',
      ],
      [
        9,
        'billion billions bn милиард милиарда милиарди миллиард миллиарда миллиардов млрд milliarde milliarden milliard',
      ],
    ] as const
  ).flatMap(([power, list]) => list.split(' ').map((word) => [word, power] as const)),
);

/** The canonical unit a sign or word means, null for any other word. 'km/h' is the unit of both its parts. */
export function readUnit(written: string): string | null {
  // '3D' are no days: of the capital letters these three alone are units.
  if (/^\p{Lu}$/u.test(written) && !'LVW'.includes(written)) return null;
  const word = written.toLowerCase().normalize('NFC');
  const whole = unitOfSpelling.get(word);
  if (whole !== undefined) return whole;
  const parts = word.split('/');
  const [over, under] = parts.map((part) => unitOfSpelling.get(part));
  return parts.length === 2 && over !== undefined && under !== undefined ? `${over}/${under}` : null;
}

/** The unit two words in a row mean together, such as 'per cent', or null. */
export function readUnitPair(first: string, second: string): string | null {
  return pairs.get(`${first} ${second}`.toLowerCase().normalize('NFC')) ?? null;
}

export function isUnitQualifier(word: string): boolean {
  return qualifiers.has(word.toLowerCase());
}

/** The power of ten a word multiplies by ('million' is 6), or null. */
export function readScale(word: string): number | null {
  return scales.get(word.toLowerCase()) ?? null;
}

/** The currency that a sign, or a code in capitals (EUR), names before a number; null for anything else. */
export function readCurrencyBefore(written: string): string | null {
  const unit = readUnit(written);
  if (unit === null || !/^[A-Z]{3}$/.test(unit)) return null;
  return /\p{Sc}/u.test(written) || written === unit ? unit : null;
}
