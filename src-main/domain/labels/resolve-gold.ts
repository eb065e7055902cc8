// Resolves a question's evidence against the texts of the corpus, or says why it cannot be scored.
import type { Evidence, Question } from '#contract/bank';
import type { CorpusDocument } from '#contract/documents';
import type { Gold, GoldGroup, GoldMember, GoldProblem } from './gold.ts';

type Documents = ReadonlyMap<string, CorpusDocument>;
type Resolution = readonly GoldMember[] | GoldProblem;

/**
 * Places every piece of evidence of `question` in `documents`.
 *
 * A question has one problem at most, the worst: a contradiction of the label, then any evidence whose label is broken
 * (whatever group it stands in: while a label is in doubt nothing measured on it counts), then a group whose evidence
 * the extracted texts lack. A group of which some text still holds a member keeps that member and is no problem: the
 * corpus can answer. Never throws.
 */
export function resolveGold(question: Question, documents: Documents): Gold {
  const groups = new Map<number, GoldMember[]>();
  const labels: string[] = [];
  const missing = new Map<number, string>();
  for (const evidence of question.evidence) {
    const resolved = resolveEvidence(evidence, documents);
    const members = groups.get(evidence.group) ?? [];
    if (!isProblem(resolved)) groups.set(evidence.group, [...members, ...resolved]);
    else if (resolved.kind === 'label') labels.push(resolved.reason);
    else missing.set(evidence.group, resolved.reason);
  }
  for (const group of groups.keys()) missing.delete(group);
  const resolved = [...groups]
    .map(([group, members]): GoldGroup => ({ group, members }))
    .toSorted((left, right) => left.group - right.group);
  const contradictions = findContradictions(question, resolved);
  return { groups: resolved, problem: worst([...contradictions, ...labels], [...missing.values()]) };
}

function worst(labels: readonly string[], ingestion: readonly string[]): GoldProblem | null {
  if (labels.length > 0) return { kind: 'label', reason: labels.join('; ') };
  if (ingestion.length > 0) return { kind: 'ingestion', reason: ingestion.join('; ') };
  return null;
}

function findContradictions(question: Question, groups: readonly GoldGroup[]): readonly string[] {
  const reasons: string[] = [];
  if (question.unanswerable === true && question.evidence.length > 0)
    reasons.push('the question is marked unanswerable and has evidence: remove one of the two');
  const irrelevant = new Set((question.judgments ?? []).map((judgment) => judgment.document));
  for (const { group, members } of groups)
    for (const member of members)
      if (member.whole && irrelevant.has(member.documentId))
        reasons.push(`document '${member.documentId}' is evidence of group ${group} and judged irrelevant`);
  return reasons;
}

function resolveEvidence(evidence: Evidence, documents: Documents): Resolution {
  const document = documents.get(evidence.document);
  if (!document) return label(`document '${evidence.document}' is not in the corpus`);
  const { start, end, quote } = evidence;
  if (start === undefined && end === undefined) {
    if (quote === undefined) return [member(evidence, 0, document.text.length, true)];
    return resolveQuote(evidence, quote, document);
  }
  if (start === undefined || end === undefined)
    return label(`${where(evidence)} has only one of start and end`);
  if (quote === undefined) return resolveBareSpan(evidence, start, end, document);
  return resolveSpan(evidence, start, end, quote, document);
}

/** Offsets with their quote: the quote proves that they still point at the same words. */
function resolveSpan(
  evidence: Evidence,
  start: number,
  end: number,
  quote: string,
  document: CorpusDocument,
): Resolution {
  if (!/\S/u.test(quote)) return label(`${where(evidence)} quotes nothing but white space`);
  if (start < end && document.text.slice(start, end) === quote) return [member(evidence, start, end, false)];
  const changed = evidence.documentHash !== undefined && evidence.documentHash !== document.textHash;
  if (!changed)
    return label(`${where(evidence)} does not resolve: the text at ${start}-${end} is not its quote`);
  if (document.text.includes(quote))
    return label(`${where(evidence)} moved: the document changed, the evidence needs re-anchoring`);
  return ingestion(`the text of document '${document.id}' changed and lacks the quote ${shorten(quote)}`);
}

/** Offsets without a quote hold only while the document is provably the one that was labelled. */
function resolveBareSpan(
  evidence: Evidence,
  start: number,
  end: number,
  document: CorpusDocument,
): Resolution {
  if (evidence.documentHash !== document.textHash)
    return label(`${where(evidence)} has offsets without a quote, which cannot be verified`);
  if (!/\S/u.test(document.text.slice(start, end)) || end > document.text.length)
    return label(`${where(evidence)} does not resolve: no text stands at ${start}-${end}`);
  return [member(evidence, start, end, false)];
}

/** A quote alone: every occurrence is a member, unless prefix and suffix tell some of them apart. */
function resolveQuote(evidence: Evidence, quote: string, document: CorpusDocument): Resolution {
  if (!/\S/u.test(quote)) return label(`${where(evidence)} quotes nothing but white space`);
  const { text } = document;
  const starts: number[] = [];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) starts.push(at);
  if (starts.length === 0)
    return ingestion(`the text of document '${document.id}' lacks the quote ${shorten(quote)}`);
  const { prefix = '', suffix = '' } = evidence;
  const exact = starts.filter(
    (start) => text.slice(0, start).endsWith(prefix) && text.startsWith(suffix, start + quote.length),
  );
  const kept = exact.length > 0 ? exact : starts;
  return kept.map((start) => member(evidence, start, start + quote.length, false));
}

function member(evidence: Evidence, start: number, end: number, whole: boolean): GoldMember {
  return { documentId: evidence.document, start, end, whole, grade: evidence.grade ?? 1 };
}

function where(evidence: Evidence): string {
  return `the evidence of group ${evidence.group} in document '${evidence.document}'`;
}

function shorten(quote: string): string {
  return quote.length <= 60 ? `'${quote}'` : `'${quote.slice(0, 60)}...'`;
}

function isProblem(resolution: Resolution): resolution is GoldProblem {
  return 'kind' in resolution;
}

function label(reason: string): GoldProblem {
  return { kind: 'label', reason };
}

function ingestion(reason: string): GoldProblem {
  return { kind: 'ingestion', reason };
}
