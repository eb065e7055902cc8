// Settings of the workspace and of this user, models, folders and what they hold.
import { words } from '../../words.ts';

export function SettingsView() {
  return <h1>{words.settings.title}</h1>;
}
