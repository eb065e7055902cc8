// The questions of the bank, and the evidence of the one that is open.
import type { Evidence, Question } from '#contract/bank';
import { useWholeList } from '../../data/procedures.ts';
import { EmptyState, Loading } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { words } from '../../words.ts';
import { ListPage } from '../../ui/list-page.tsx';

const text = words.bank;

function groupsOf({ evidence }: Question): readonly number[] {
  return [...new Set(evidence.map(({ group }) => group))].sort((a, b) => a - b);
}

const columns: readonly Column<Question>[] = [
  {
    id: 'question',
    header: text.question,
    width: 'minmax(200px, 2fr)',
    render: ({ id, question }) => (
      <span className="clip" title={id}>
        {question}
      </span>
    ),
  },
  {
    id: 'answers',
    header: text.answers,
    width: 'minmax(120px, 1fr)',
    render: ({ answers, unanswerable }) => (
      <span className="clip" title={answers.join('\n')}>
        {unanswerable === true ? <span className="quiet">{text.unanswerable}</span> : answers.join(' | ')}
      </span>
    ),
  },
  {
    id: 'evidence',
    header: text.evidence,
    width: '76px',
    numeric: true,
    render: (question) => {
      const groups = groupsOf(question).length;
      return groups === 0 ? words.never : text.groups(groups);
    },
  },
  {
    id: 'tags',
    header: text.tags,
    width: 'minmax(100px, 180px)',
    render: ({ tags }) => <span className="clip quiet">{tags?.join(', ')}</span>,
  },
];

function useQuestions() {
  return useWholeList('bank.listQuestions', {}, ({ questions }) => questions);
}

export function BankView({ selected }: { readonly selected: string | null }) {
  return (
    <ListPage
      screen="bank"
      title={text.title}
      none={text.none}
      noneHint={text.noneHint}
      query={useQuestions()}
      say={(rows) => {
        const answerable = rows.filter(({ unanswerable }) => unanswerable !== true).length;
        return `${words.overview.questions(rows.length)}, ${words.overview.answerable(answerable)}`;
      }}
      columns={columns}
      keyOf={({ id }) => id}
      selected={selected}
    />
  );
}

export function QuestionView({ id }: { readonly id: string }) {
  const { data } = useQuestions();
  if (!data) return <Loading />;
  const question = data.find((each) => each.id === id);
  if (!question) return <EmptyState title={words.failure.titles['not-found']} hint={id} />;
  return (
    <article className="item">
      <p className="crumbs">{question.id}</p>
      <h2 className="item-question">{question.question}</h2>
      <dl className="answers">
        <dt>{words.item.expected}</dt>
        <dd>{question.unanswerable === true ? words.item.noAnswer : question.answers.join(' | ')}</dd>
        {question.tags && question.tags.length > 0 ? (
          <>
            <dt>{words.item.tags}</dt>
            <dd>{question.tags.join(', ')}</dd>
          </>
        ) : null}
      </dl>
      <h3>{text.evidenceTitle}</h3>
      {question.evidence.length === 0 ? <p className="quiet">{text.noEvidence}</p> : null}
      {groupsOf(question).map((group) => (
        <section key={group}>
          <h4>{text.group(group)}</h4>
          <ul className="passages">
            {question.evidence
              .filter((each) => each.group === group)
              .map((each, index) => (
                <EvidenceMember key={index} evidence={each} />
              ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function EvidenceMember({ evidence }: { readonly evidence: Evidence }) {
  const { document, start, end, quote } = evidence;
  const place = start === undefined || end === undefined ? document : words.item.place(document, start, end);
  return (
    <li className="passage">
      <p className="passage-head quiet">{place}</p>
      <p className="document-text">
        {quote === undefined ? <span className="quiet">{text.wholeDocument}</span> : <mark>{quote}</mark>}
      </p>
    </li>
  );
}
