import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import './ui/ui.css';
import './shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { queryClient } from './queries.ts';
import { rootRoute, router } from './routes.ts';
import { startTheme } from './ui/theme.ts';

startTheme();
rootRoute.update({ component: App });
const root = document.getElementById('root');
if (root === null) throw new Error('Bug in Icecore: the page has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
