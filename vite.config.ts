import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { metaPolicy } from './.ci/csp.mjs';

/** Static hosts send no header of ours, so the built page carries its policy itself. */
function policyInPage(): Plugin {
  return {
    name: 'icecore-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy() },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  // Relative addresses: a build works under any path of a static host.
  base: './',
  plugins: [react(), policyInPage()],
  worker: { format: 'es' },
  build: {
    // An inlined asset would be a data: URL, which the policy allows for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
});
