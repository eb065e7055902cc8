// Says what is selected in a text, and fits it by words and sentences, with buttons.
import { Button } from '@mantine/core';
import { words } from '../../words.ts';
import { moveEdge, type TextSelection, type Unit } from './grow.ts';

interface SelectionToolsProps {
  readonly text: string;
  readonly language: string | null;
  readonly selection: TextSelection;
  readonly onChange: (selection: TextSelection | null) => void;
}

const units: readonly Unit[] = ['word', 'sentence'];
const said = words.documents.reader;

export function SelectionTools(props: SelectionToolsProps) {
  const { selection } = props;
  return (
    <div className="selection-tools" role="group" aria-label={said.tools}>
      <span role="status">
        {said.selected(selection.end - selection.start, selection.start, selection.end)}
      </span>
      <EdgeButtons edge="start" {...props} />
      <EdgeButtons edge="end" {...props} />
      <Button size="compact-xs" variant="default" onClick={() => props.onChange(null)}>
        {said.takeBack}
      </Button>
    </div>
  );
}

/** `−− − Start + ++`: a sentence or a word earlier, a word or a sentence later. */
function EdgeButtons(props: SelectionToolsProps & { readonly edge: 'start' | 'end' }) {
  const { text, language, selection, onChange, edge } = props;
  const button = (direction: 1 | -1, unit: Unit) => {
    const name = said.edges[`${edge} ${direction} ${unit}`];
    const arrow = direction === 1 ? '›' : '‹';
    return (
      <button
        key={`${direction} ${unit}`}
        type="button"
        className="edge-button"
        aria-label={name}
        title={name}
        onClick={() => onChange(moveEdge(text, selection, edge, direction, unit, language))}
      >
        {unit === 'word' ? arrow : arrow + arrow}
      </button>
    );
  };
  return (
    <span className="edge-buttons">
      {[...units].reverse().map((unit) => button(-1, unit))}
      <span className="quiet">{edge === 'start' ? said.startEdge : said.endEdge}</span>
      {units.map((unit) => button(1, unit))}
    </span>
  );
}
