/** Metrics of one manifest after another, in one memory: fresh memory for each would cost as much as decoding. */
import { clearRows, lent } from '../avro/columns.ts';
import type { Pause } from '../avro/decode.ts';
import type { MetricsColumn } from './entries.ts';
import { type MetricsRequest, metricsPlan } from './manifest.ts';
import { decodeEntries, openManifest } from './manifest-reading.ts';
import { metricsColumns } from './metrics-columns.ts';

/** As decodeMetrics of manifest.ts; what it gives is overwritten by the next call. */
export type MetricsDecoder = (
  bytes: Uint8Array,
  request: MetricsRequest,
  pause: Pause,
) => Promise<ReadonlyMap<number, MetricsColumn>>;

/** `bytes` may be overwritten as soon as a call has returned its promise. Calls must not overlap. */
export function metricsDecoder(): MetricsDecoder {
  let kept = { key: '', plan: metricsPlan([]) };
  let file = new Uint8Array(0);
  return async (bytes, { manifest, metricsFieldIds }, pause) => {
    if (file.length < bytes.length) file = new Uint8Array(bytes.length);
    file.set(bytes);
    const key = metricsFieldIds.join();
    if (kept.key !== key) kept = { key, plan: metricsPlan(metricsFieldIds) };
    else clearRows(kept.plan.rows);
    let first: typeof kept.plan | undefined = kept.plan;
    // A manifest may be decoded in two ways, to see which is right.
    const makePlan = () => {
      const plan = first ?? metricsPlan(metricsFieldIds);
      first = undefined;
      return plan;
    };
    const opened = openManifest(file.subarray(0, bytes.length), manifest.manifestPath);
    const { plan, count } = await decodeEntries(opened, manifest, makePlan, pause);
    return metricsColumns(plan.metrics, count, lent);
  };
}
