import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import './ui/ui.css';
import './shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepOffline } from './offline.ts';
import { PAGE_BUNDLE } from './open/local-sources.ts';
import { queryClient } from './queries.ts';
import { ErrorBoundary, ErrorBox } from './ui/errors.tsx';
import { startTheme } from './ui/theme.ts';

startTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('Bug in Icecore: the page has no #root');
const shown = createRoot(root);

function show(): void {
  shown.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary resetKey="">
          <App />
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  );
}

// Of a page that was exported with a bundle in it; see share/page.ts.
const bundle = document.getElementById(PAGE_BUNDLE)?.textContent ?? '';
if (bundle === '') show();
else {
  import('./open/page-bundle.ts')
    .then(({ openPageBundle }) => openPageBundle(bundle))
    .then(show, (error: unknown) => shown.render(<ErrorBox error={error} heads />));
}
keepOffline();
