import type { FileExplanation } from '../planning/explanation.ts';
import type { CallOptions, DeletePlan, ExplainRequest, ManifestPlan, PlanRequest } from './api.ts';
import type { ManifestCache } from './manifest-cache.ts';

export async function planManifests(
  _cache: ManifestCache,
  _request: PlanRequest,
  _options: CallOptions & { readonly onManifest: (plan: ManifestPlan) => void },
): Promise<DeletePlan> {
  throw new Error('soon');
}

export async function explainFile(
  _cache: ManifestCache,
  _request: ExplainRequest,
  _signal: AbortSignal | undefined,
): Promise<FileExplanation> {
  throw new Error('soon');
}
