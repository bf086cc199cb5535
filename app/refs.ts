/** Order of references for people: main, then branches, then tags. */
export function refRank(ref: { readonly name: string; readonly type: 'branch' | 'tag' }): number {
  return ref.name === 'main' ? 0 : ref.type === 'branch' ? 1 : 2;
}
