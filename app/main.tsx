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
import { queryClient } from './queries.ts';
import { ErrorBoundary } from './ui/errors.tsx';
import { startTheme } from './ui/theme.ts';

startTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('Bug in Icecore: the page has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary resetKey="">
        <App />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
);
keepOffline();
