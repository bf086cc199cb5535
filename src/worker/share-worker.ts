/** The entry of the worker that makes bundles: one for each call, since it ends with it. */
import { inlineText } from '../share/inline.ts';
import { makeBundle } from '../share/make-bundle.ts';
import { redactBundle } from '../share/redact-bundle.ts';
import { type Port, serve } from './channel.ts';
import type { ShareApi } from './share.ts';

const api: ShareApi = { makeBundle, redactBundle, inlineText };

serve(globalThis as unknown as Port, api);
