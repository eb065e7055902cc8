// Finds gold in a ranked list: which evidence group is found, at which rank, with which grade.
import type { CorpusDocument } from '#contract/documents';
import { measureSpan, type Coverage } from './coverage.ts';
import type { Gold, GoldMember, Place } from './gold.ts';

/** One evidence group, credited once at the first rank (from 1) where any of its members is found. */
export interface Credit {
  readonly group: number;
  readonly rank: number;
  /** The grade of the member found there, the highest if several are. */
  readonly grade: number;
}

interface Candidate {
  readonly group: number;
  readonly member: GoldMember;
  readonly coverage: Coverage | null;
}

/**
 * The credits of a ranked list, by rank, then grade descending, then group ('What counts as found' of the metrics):
 * a span is found at rank r when the passages at ranks 1 to r together cover at least `theta`, in (0, 1], of its
 * characters that are not white space; a whole document when any of its chunks is ranked. A group that is never found
 * has no credit.
 */
export function findGold(
  gold: Gold,
  ranked: readonly Place[],
  documents: ReadonlyMap<string, CorpusDocument>,
  theta: number,
): readonly Credit[] {
  const open = new Set(gold.groups.map(({ group }) => group));
  const candidates = collectCandidates(gold, documents);
  const credits: Credit[] = [];
  for (const [index, place] of ranked.entries()) {
    if (open.size === 0) break;
    const found = new Map<number, number>();
    for (const { group, member, coverage } of candidates.get(place.documentId) ?? []) {
      if (!open.has(group)) continue;
      coverage?.add(place);
      if (coverage !== null && coverage.share() < theta) continue;
      found.set(group, Math.max(found.get(group) ?? 0, member.grade));
    }
    const here = [...found].map(([group, grade]) => ({ group, rank: index + 1, grade }));
    credits.push(...here.toSorted((left, right) => right.grade - left.grade || left.group - right.group));
    for (const group of found.keys()) open.delete(group);
  }
  return credits;
}

/** True when the credits satisfy the question's own rule: some group for `any`, every group for `all`. */
export function isFound(gold: Gold, credits: readonly Credit[], require: 'any' | 'all'): boolean {
  return require === 'any' ? credits.length > 0 : credits.length === gold.groups.length;
}

/** True when the place holds any of the gold, be it a part ('partial' below theta). */
export function touchesGold(
  gold: Gold,
  place: Place,
  documents: ReadonlyMap<string, CorpusDocument>,
): boolean {
  return gold.groups.some(({ members }) =>
    members.some((member) => {
      if (member.documentId !== place.documentId) return false;
      if (member.whole) return true;
      const from = Math.max(member.start, place.start);
      const to = Math.min(member.end, place.end);
      return from < to && /\S/u.test(documents.get(member.documentId)?.text.slice(from, to) ?? '');
    }),
  );
}

function collectCandidates(
  gold: Gold,
  documents: ReadonlyMap<string, CorpusDocument>,
): ReadonlyMap<string, readonly Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  for (const { group, members } of gold.groups)
    for (const member of members) {
      const text = documents.get(member.documentId)?.text ?? '';
      const coverage = member.whole ? null : measureSpan(member, text).startCoverage();
      const list = candidates.get(member.documentId);
      if (list) list.push({ group, member, coverage });
      else candidates.set(member.documentId, [{ group, member, coverage }]);
    }
  return candidates;
}
