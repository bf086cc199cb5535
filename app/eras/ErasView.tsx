export default function ErasView() {
  return <h1>Eras</h1>;
}
