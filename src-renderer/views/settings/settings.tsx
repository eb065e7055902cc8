// Settings of the workspace and of this user, models, folders and what they hold, and what the folder is trusted with.
import { words } from '../../words.ts';
import { ModelSettings } from './model-settings.tsx';
import { StorageSettings } from './storage-settings.tsx';
import { TrustSettings } from './trust-settings.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';
import { YourSettings } from './your-settings.tsx';

/** Each part loads and fails by itself. */
export function SettingsView() {
  return (
    <div className="settings">
      <header className="page-head">
        <h1>{words.settings.title}</h1>
      </header>
      <WorkspaceSettings />
      <YourSettings />
      <ModelSettings />
      <TrustSettings />
      <StorageSettings />
    </div>
  );
}
