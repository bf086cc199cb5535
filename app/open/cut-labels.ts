/** On which side of the cut the name of a layout stands: where its own layer is behind all of it. */

export interface Layer {
  /** Time from which it is so, ms. */
  readonly ms: number;
  /** Live below the layer, and up to its top. */
  readonly base: number;
  readonly top: number;
}

export interface LabelBox {
  /** Times between which the label stands, ms. */
  readonly from: number;
  readonly to: number;
  /** What its lower and upper edge stand at. */
  readonly low: number;
  readonly high: number;
}

/** `layers` in the order of time; each holds until the next. */
export function isBehind(layers: readonly Layer[], { from, to, low, high }: LabelBox): boolean {
  const first = layers.findLastIndex(({ ms }) => ms <= from);
  if (first < 0) return false;
  return layers
    .slice(first)
    .filter(({ ms }) => ms < to)
    .every(({ base, top }) => base <= low && top >= high);
}

/** The first side on which it is so; else the first of them. */
export function sideOf<Side>(
  layers: readonly Layer[],
  sides: readonly [
    { readonly side: Side; readonly box: LabelBox },
    ...{ readonly side: Side; readonly box: LabelBox }[],
  ],
): Side {
  return (sides.find(({ box }) => isBehind(layers, box)) ?? sides[0]).side;
}
