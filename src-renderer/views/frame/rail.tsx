// The navigation rail: the screens there are, each with its icon and word.
import { shortcutHint } from '../../commands/commands.ts';
import { goKeys } from '../../commands/screen-keys.ts';
import { formatRoute, screens, type Screen } from '../../routes.ts';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

interface RailProps {
  readonly screen: Screen;
  /** Moves the focus to the work. */
  readonly onSkip: () => void;
}

/** The skip link moves the focus itself: a link to an anchor would change the address, which says what is shown. */
export function Rail({ screen, onSkip }: RailProps) {
  return (
    <nav className="rail" aria-label={words.frame.navigation}>
      <a
        className="skip-link"
        href={window.location.hash || '#/'}
        onClick={(event) => {
          event.preventDefault();
          onSkip();
        }}
      >
        {words.frame.skip}
      </a>
      {screens.map((name) => (
        <a
          key={name}
          className="rail-link"
          href={formatRoute({ screen: name })}
          aria-current={name === screen ? 'page' : undefined}
          title={shortcutHint(words.screens[name], goKeys[name])}
        >
          <Icon name={name} size={18} />
          <span>{words.screens[name]}</span>
        </a>
      ))}
    </nav>
  );
}
