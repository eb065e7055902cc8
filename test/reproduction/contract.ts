// The lesson's contract: replies that must fail, each for its own reason, and what retrying can buy.
import type { Answer } from '../../src-main/contract/items.ts';
import { completeConfig } from '../../src-main/domain/config/complete-config.ts';
import type { ConfigFile } from '../../src-main/contract/config.ts';
import { readReply } from '../../src-main/domain/checks/read-reply.ts';
import { expectedCalls, expectedUnanswered } from '../../src-main/domain/stats/expected-calls.ts';
import { lessonConfig } from './marianela.ts';
import type { Row, Section } from './rows.ts';

const replies: readonly (readonly [reply: string, reason: string])[] = [
  ['{"respuesta": "Sofía", "pasaje": 2} Lo dice María.', 'extra-text'],
  ['{"respuesta": "Sofía", "pasaje": 4}', 'passage-out-of-range'],
  ['{"respuesta": "Sofía", "pasaje": true}', 'wrong-type'],
  ['{"respuesta": "no lo sé", "pasaje": 1}', 'abstention-with-passage'],
  ['{"respuesta": "Sofía", "pasaje": 2.0}', 'wrong-type'],
  ['{"respuesta": "Sofía", "pasaje": 2e0}', 'wrong-type'],
  ['{"respuesta": "Sofía", "pasaje": "2"}', 'wrong-type'],
  ['{"respuesta": "  \\t", "pasaje": 2}', 'empty-answer'],
  ['{"respuesta": "Sofía", "respuesta": "María", "pasaje": 2}', 'wrong-fields'],
  ['{"respuesta": "Sofía", "pasaje": 2}', 'complies'],
  ['{"respuesta": "no lo sé", "pasaje": null}', 'complies'],
];

export function measureContract(): Section {
  const { contract } = completeConfig(lessonConfig as ConfigFile);
  const passages = [1, 2, 3].map((number) => ({ number, documentId: 'capitulos-01-03' }));
  const rows: Row[] = replies.map(([reply, expected]) => {
    const read: { answer: Answer | null; violation: { reason: string } | null } = readReply({
      reply,
      finishReason: 'stop',
      refused: false,
      contract,
      passages,
    });
    return { what: `\`${reply}\``, expected, measured: read.violation?.reason ?? 'complies' };
  });
  return {
    title: 'The strict contract with three passages, and retrying',
    source: 'Read by the same code as every run (`src-main/domain/checks/read-reply.ts`).',
    commands: ['npx vitest run test/reproduction'],
    rows: [
      ...rows,
      {
        what: 'expected calls at compliance 0.8, at most 3 calls',
        expected: '1.24',
        measured: expectedCalls(0.8, 3).toFixed(2),
      },
      {
        what: 'unanswered at compliance 0.9, at most 2 calls',
        expected: '0.01',
        measured: expectedUnanswered(0.9, 2).toFixed(2),
      },
    ],
  };
}
