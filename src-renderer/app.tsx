// The app: what every view needs around it, and which view the address asks for.
import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Client } from './api/client.ts';
import { listenToEvents } from './data/live.ts';
import { ClientContext, createQueryClient } from './data/procedures.ts';
import { formatRoute, useRoute, type Route } from './routes.ts';
import { Frame } from './views/frame/frame.tsx';
import { ItemView } from './views/item/item.tsx';
import { BankView, QuestionView } from './views/bank/bank.tsx';
import { ConfigPage } from './views/configs/editor/config-page.tsx';
import { ConfigsView } from './views/configs/configs.tsx';
import { DocumentsView, DocumentView } from './views/documents/documents.tsx';
import { OverviewView } from './views/overview/overview.tsx';
import { RunView } from './views/runs/run.tsx';
import { CompareView } from './views/compare/compare.tsx';
import { ComparedItem } from './views/compare/compared-item.tsx';
import { RunsView } from './views/runs/runs.tsx';
import { SearchView } from './views/search/search.tsx';
import { SettingsView } from './views/settings/settings.tsx';
import { schemeManager, useThemePreference } from './views/settings/theme.ts';

const theme = createTheme({ respectReducedMotion: true, cursorType: 'pointer', defaultRadius: 'sm' });

/** The page's policy allows no style element: the library's variables come from its style sheet and our theme.css alone. */
export function App({ client }: { readonly client: Client }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => listenToEvents(client, queries), [client, queries]);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <ClientContext value={client}>
          <Screens />
        </ClientContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Screens() {
  const route = useRoute();
  useThemePreference();
  const inspector = inspectorOf(route);
  const closed = formatRoute(
    route.screen === 'runs' || route.screen === 'compare'
      ? { ...route, detail: null }
      : { ...route, id: null },
  );
  return (
    <Frame
      screen={route.screen}
      inspector={inspector}
      inspectorKey={formatRoute({ ...route, filter: {} })}
      closedHash={closed}
    >
      {workOf(route)}
    </Frame>
  );
}

function workOf(route: Route): ReactNode {
  switch (route.screen) {
    case 'overview':
      return <OverviewView />;
    case 'runs':
      return route.id === null ? <RunsView /> : <RunView key={route.id} route={route} runId={route.id} />;
    case 'documents':
      return <DocumentsView selected={route.id} />;
    case 'bank':
      return <BankView selected={route.id} />;
    case 'configs':
      return route.id === null ? <ConfigsView /> : <ConfigPage key={route.id} id={route.id} />;
    case 'search':
      return <SearchView route={route} />;
    case 'compare':
      return <CompareView route={route} />;
    case 'settings':
      return <SettingsView />;
  }
}

/** What is open on the right; null = nothing is. */
function inspectorOf({ screen, id, detail }: Route): ReactNode {
  if (id === null) return null;
  switch (screen) {
    case 'overview':
    case 'search':
    case 'configs':
    case 'settings':
      return null;
    case 'compare':
      return detail === null ? null : (
        <ComparedItem key={`${id} ${detail}`} runIds={id.split(',')} questionId={detail} />
      );
    case 'runs':
      return detail === null ? null : <ItemView key={`${id} ${detail}`} runId={id} questionId={detail} />;
    case 'documents':
      return <DocumentView key={id} id={id} />;
    case 'bank':
      return <QuestionView key={id} id={id} />;
  }
}
