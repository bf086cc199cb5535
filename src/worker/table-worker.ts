/** The entry of a worker: the table's operations in place, behind the port that the worker itself is. */
import { localTableApi } from '../table/local.ts';
import { type Port, serve } from './channel.ts';

serve(globalThis as unknown as Port, localTableApi());
