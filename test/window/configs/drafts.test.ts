// What counts as a change of a config, and what text that is no JSON leaves behind.
import { describe, expect, test } from 'vitest';
import {
  draftOfBase,
  isChanged,
  newDraft,
  withFile,
  withText,
} from '../../../src-renderer/views/configs/drafts.ts';

const base = { text: '{"id": "a", "attempts": 1}', hash: 'h' };

describe('a draft', () => {
  test('is as saved until it says something else; how it is laid out does not count', () => {
    const draft = draftOfBase(base);
    expect(draft.file).toEqual({ id: 'a', attempts: 1 });
    expect(isChanged(draft)).toBe(false);
    expect(isChanged(withText(draft, '{ "id": "a",\n"attempts": 1 }\n'))).toBe(false);
    expect(isChanged(withFile(draft, { id: 'a', attempts: 2 }))).toBe(true);
    expect(isChanged(withFile(draft, { id: 'a', attempts: 1 }))).toBe(false);
    expect(isChanged(newDraft({ id: 'b' }))).toBe(true);
  });

  test('keeps the last file that was valid while the text is not', () => {
    const broken = withText(draftOfBase(base), '{"id": "a", ');
    expect(broken.file).toEqual({ id: 'a', attempts: 1 });
    expect(broken.error).toEqual({ line: 1, column: 13, offset: 12, reason: 'field-name' });
    expect(isChanged(broken)).toBe(true);
    expect(withText(broken, '[1]').error).toBe('not-object');
    expect(withText(broken, '{"id": "c"}')).toEqual({
      text: '{"id": "c"}',
      file: { id: 'c' },
      error: null,
      base,
    });
  });

  test('of a file that is no JSON has nothing to show in a form', () => {
    expect(draftOfBase({ text: 'nothing', hash: 'h' }).file).toBeNull();
  });
});
