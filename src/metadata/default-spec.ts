import type { PartitionSpec, TableMetadata } from './records.ts';

/** The spec that writes take now; without fields where it is not recorded. */
export function defaultSpec(metadata: TableMetadata): PartitionSpec {
  const spec = metadata.partitionSpecs.find((one) => one.specId === metadata.defaultSpecId);
  return spec ?? { specId: metadata.defaultSpecId, fields: [] };
}
