export default function FilesView() {
  return <h1>Files</h1>;
}
