// Procedures about the bank.
import { getQuestion, listRows } from '../bank/bank-rows.ts';
import { addQuestions, editQuestions } from '../bank/edit-bank.ts';
import { getHistory, getSteps, redoStep, undoStep } from '../bank/steps.ts';
import { importQuestions } from '../import/import-service.ts';
import { paginate } from '../paginate.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type BankName = Extract<keyof Handlers, `bank.${string}`>;

export function bankHandlers(world: World): Pick<Handlers, BankName> {
  return {
    'bank.listQuestions': async (input) => {
      const bank = await world.store.loadQuestions();
      const chosen =
        input.tag === undefined ? bank : bank.filter((question) => question.tags?.includes(input.tag ?? ''));
      const page = paginate(chosen, input);
      return { questions: [...page.rows], total: page.total, next: page.next };
    },
    'bank.importQuestions': (input) => importQuestions(world, input),
    'bank.listRows': (input) => listRows(world.store, input),
    'bank.getQuestion': ({ id }) => getQuestion(world.store, id),
    'bank.addQuestions': (input) => addQuestions(world, input),
    'bank.editQuestions': (input) => editQuestions(world, input),
    'bank.getSteps': () => getSteps(world),
    'bank.undoStep': (input) => undoStep(world, input),
    'bank.redoStep': (input) => redoStep(world, input),
    'bank.getHistory': ({ id }) => getHistory(world, id),
  };
}
