/** The words of the grammar, without regard to case. Imported by the generated parser. */
import * as terms from './ddl.terms.ts';

const WORDS: ReadonlyMap<string, number> = new Map([
  ['alter', terms.AlterKw],
  ['table', terms.TableKw],
  ['add', terms.AddKw],
  ['drop', terms.DropKw],
  ['replace', terms.ReplaceKw],
  ['partition', terms.PartitionKw],
  ['field', terms.FieldKw],
  ['with', terms.WithKw],
  ['as', terms.AsKw],
  ['write', terms.WriteKw],
  ['distributed', terms.DistributedKw],
  ['by', terms.ByKw],
  ['locally', terms.LocallyKw],
  ['ordered', terms.OrderedKw],
  ['unordered', terms.UnorderedKw],
  ['asc', terms.DirectionKw],
  ['desc', terms.DirectionKw],
  ['nulls', terms.NullsKw],
  ['first', terms.PlaceKw],
  ['last', terms.PlaceKw],
  ['set', terms.SetKw],
  ['spec', terms.SpecKw],
  ['if', terms.IfKw],
  ['exists', terms.ExistsKw],
  ['properties', terms.PropertiesKw],
  ['array', terms.ArrayKw],
]);

/** The term of a word that means something in its place, or −1. The parser passes its stack, too. */
export function keyword(word: string, _stack?: unknown): number {
  return WORDS.get(word.toLowerCase()) ?? -1;
}
