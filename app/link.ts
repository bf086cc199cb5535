/** The link's codec is the core's: bundles and the command line print links too. */
export * from '../src/share/link.ts';
export * from '../src/share/saved.ts';
export { withoutSecrets } from '../src/share/secrets.ts';
