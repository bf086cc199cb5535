export default function SnapshotsView() {
  return <h1>Snapshots</h1>;
}
