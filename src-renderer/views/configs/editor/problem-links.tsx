// Everything that is wrong with the config, each with a link to its field.
import type { Problem } from '#contract/failure';
import { Icon } from '../../../ui/icons.tsx';
import { ProblemList } from '../../../ui/states.tsx';
import { words } from '../../../words.ts';
import { labelOf } from '../form/field-words.ts';
import { fieldId } from '../form/form-world.ts';
import type { Path } from '../form/json-values.ts';
import { pointerOfProblem } from '../form/schema-form.tsx';

const text = words.configs.editor;

export function ProblemLinks({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section className="attention config-problems" aria-label={text.problemsTitle}>
      <h2>
        <Icon name="warning" /> {text.problems(problems.length)}
      </h2>
      <ProblemList problems={problems} place={(problem) => <ProblemLink problem={problem} />} />
    </section>
  );
}

/** A button and no link: the address says which config is open. */
function ProblemLink({ problem }: { readonly problem: Problem }) {
  const path = pathOfPointer(pointerOfProblem(problem));
  if (path.length === 0) return <code>{text.whole}</code>;
  return (
    <button
      type="button"
      className="text-link"
      title={text.goTo(labelOf(path))}
      onClick={() => goToField(path)}
    >
      <code>{path.join('.')}</code>
    </button>
  );
}

function pathOfPointer(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The field itself, or what holds it where the form has no such field. Folded parts on the way are opened. */
function goToField(path: Path): void {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(fieldId(path.slice(0, length)));
    if (element === null) continue;
    for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
      part.open = true;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    return;
  }
}
