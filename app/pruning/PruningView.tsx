export default function PruningView() {
  return <h1>Pruning</h1>;
}
