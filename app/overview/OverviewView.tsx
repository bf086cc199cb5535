export default function OverviewView() {
  return <h1>Overview</h1>;
}
