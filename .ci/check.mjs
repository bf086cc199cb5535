/** Runs what checks the core at length: `npm run vectors`, `law`, `fuzz`, `oracle`; src/testing/main.ts. */
import { bundled } from './bundle.mjs';

await import(await bundled('check', 'src/testing/main.ts'));
