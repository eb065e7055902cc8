// Languages of real texts, and silence where there is too little to tell.
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '#adapters/text/detect-language';
import { hasSharedData, readSharedLines } from '../../golden/shared-data.ts';

describe('detectLanguage', () => {
  it.each([
    ['', null],
    ['3.14 2024 -- 1,2,3', null],
    ['Too short to tell.', null],
    ['The committee will publish its report on the safety of bridges next week.', 'en'],
    ['El comité publicará la próxima semana su informe sobre la seguridad de los puentes.', 'es'],
    ['Комитетът ще публикува доклада си за безопасността на мостовете следващата седмица.', 'bg'],
    ['Комитет опубликует свой доклад о безопасности мостов на следующей неделе.', 'ru'],
  ])('%j: %s', async (text, language) => {
    expect(await detectLanguage(text)).toBe(language);
  });

  it('is not swayed by a foreign name', async () => {
    const sentence = 'El río nace en las montañas del norte y cruza la ciudad antes de llegar al mar. ';
    const text = `La ciudad se llama Москва, de Москва-река. ${sentence.repeat(40)}`;
    expect(await detectLanguage(text)).toBe('es');
  });

  it.skipIf(!hasSharedData('data/xquad-es')).each(['en', 'es', 'ru'])('knows XQuAD %s', async (language) => {
    const rows = readSharedLines<{ readonly text: string }>(`data/xquad-${language}/corpus.jsonl`);
    expect(await detectLanguage(rows.map(({ text }) => text.slice(0, 400)).join('\n'))).toBe(language);
    expect(await detectLanguage(rows.map(({ text }) => text).join('\n'))).toBe(language);
  });
});
