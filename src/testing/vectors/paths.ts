/** `paths.json`: partition paths (TR-21). */
import { type PathField, partitionPath } from '../../transforms/partition-path.ts';
import { parseTransform, transformResultType } from '../../transforms/transform.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import type { Value } from '../../types/type.ts';
import { differs, type FileChecks, type VectorLine, vectorType, vectorValue } from './lines.ts';

interface VectorField {
  readonly name: string;
  readonly transform: string;
  readonly type: string;
  readonly value: string | null;
}

function fieldOf(vector: VectorField): PathField {
  return {
    name: vector.name,
    transform: parseTransform(vector.transform),
    sourceType: vectorType(vector.type),
  };
}

function tupleValue(vector: VectorField): Value | null {
  const type = transformResultType(parseTransform(vector.transform), vectorType(vector.type));
  return isPrimitive(type) ? vectorValue(type, vector.value) : null;
}

function path(line: VectorLine): string | undefined {
  const fields = line.fields as readonly VectorField[];
  return differs('path', partitionPath(fields.map(fieldOf), fields.map(tupleValue)), line.path);
}

export const PATHS: FileChecks = () => ({ path });
