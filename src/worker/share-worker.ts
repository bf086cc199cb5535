/** The entry of the worker that makes bundles: one for each that is made, since it ends with it. */
import { makeBundle } from '../share/make-bundle.ts';
import { type Port, serve } from './channel.ts';
import type { ShareApi } from './share.ts';

const api: ShareApi = { makeBundle };

serve(globalThis as unknown as Port, api);
