// English and Bulgarian stems, word by word, against published examples.
import { describe, expect, it } from 'vitest';
import { stemBulgarian } from '#domain/text/stemmers/bulgarian';
import { stemEnglish } from '#domain/text/stemmers/english';

/** `stem: word word ...`, one stem a line. */
function readStems(lines: string): [string, string][] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [stem = '', words = ''] = line.trim().split(': ');
      return words.split(' ').map((word): [string, string] => [word, stem]);
    });
}

function stemAll(stem: (word: string) => string, examples: readonly [string, string][]): [string, string][] {
  return examples.map(([word]) => [word, stem(word)]);
}

describe('stemEnglish', () => {
  it('stems the sample vocabulary of the algorithm', () => {
    const examples = readStems(`
      consign: consign consigned consigning consignment
      consist: consist consistency consistently consisting
      consol: consolation consols
      consolatori: consolatory
      consolid: consolidate consolidating consolidation consolidations
      conson: consonant
      consort: consort consorted
      conspicu: conspicuous conspicuously
      conspiraci: conspiracy
      conspir: conspirator conspirators conspire
      constabl: constable
      constanc: constance constancy
      constant: constant
      knack: knack knacks
      knackeri: knackeries
      knave: knave knaves
      knavish: knavish
      knead: kneaded kneading
      kneel: kneel kneeled kneels
      knight: knight knightly knights
      knit: knit knitted knitting
      knive: knives
      knock: knocked
      knocker: knocker`);
    expect(stemAll(stemEnglish, examples)).toEqual(examples);
  });

  it('follows every step', () => {
    const examples = readStems(`
      connect: connect connected connection connections connecting connective
      adopt: adopt adoption
      discuss: discuss discussion
      caress: caress caresses
      tie: tie ties tied tying
      poni: pony ponies
      gas: gas
      gap: gaps
      kiwi: kiwis
      hop: hop hopping
      hope: hope hoped hoping
      egg: egg egged
      feed: feed
      agre: agree agreed
      proceed: proceed proceeds
      cri: cry cried cries
      by: by
      say: say says
      control: control controlled controlling
      luxuri: luxuriate
      general: general generally
      generous: generous
      commune: communes
      communism: communism
      univers: universe universes
      relat: relation relational
      hopeless: hopeless hopelessly
      sky: sky skies
      news: news
      youth: youth youths
      boyish: boyish`);
    expect(stemAll(stemEnglish, examples)).toEqual(examples);
  });

  it.each(['', 'a', 'is', '2024', "'s", 'constructor', '東京', 'naïve'])('survives %j', (word) => {
    expect(typeof stemEnglish(word)).toBe('string');
    expect(stemEnglish(word).length).toBeLessThanOrEqual(word.length);
  });
});

describe('stemBulgarian', () => {
  it('takes articles, plurals and genders off', () => {
    const examples = readStems(`
      град: град града градът градове градовете
      народ: народ народа народът
      вестник: вестник вестниците
      вест: вест вестта вести вестите
      дърв: дърво дървото дърва дървета дърветата
      мор: море морето морета моретата
      красив: красив красива красивата красивия красивият красиво красивото красиви красивите
      собственик: собственик собственика собственикът собственици собствениците
      подлог: подлог подлози
      кожух: кожух кожуси
      центр: център центъра центърът центрове
      промян: промяна промени промените
      песн: песен песента песни песните
      червн: червен
      враг: враг врагове
      учил: училища`);
    expect(stemAll(stemBulgarian, examples)).toEqual(examples);
  });

  it('leaves some forms apart, as published', () => {
    const examples = readStems(`
      изключени: изключение изключението изключенията
      изключн: изключения
      строеж: строеж строежът
      строяж: строежи`);
    expect(stemAll(stemBulgarian, examples)).toEqual(examples);
  });

  it.each(['', 'и', 'под', 'аа', 'ят', 'english', '2024'])('survives %j', (word) => {
    expect(typeof stemBulgarian(word)).toBe('string');
  });
});
