#!/usr/bin/env node
/** Runs the command line, src/cli/main.ts. */
import { bundled } from '../.ci/bundle.mjs';

await import(await bundled('icecore', 'src/cli/main.ts'));
