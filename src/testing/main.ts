/** What checks the core at length, by command: `npm run vectors`, and others as its usage says. */
import { fuzzCommand } from './fuzz/command.ts';
import { lawCommand } from './law/command.ts';
import { oracleCommand } from './oracle/command.ts';
import { vectorsCommand } from './vectors/command.ts';

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  fuzz: fuzzCommand,
  law: lawCommand,
  oracle: oracleCommand,
  vectors: vectorsCommand,
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  console.error(`There is no check “${name}”: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exitCode = 2;
} else {
  process.exitCode = await command(args);
}
