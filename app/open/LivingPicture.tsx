export default function LivingPicture({ sample }: { readonly sample: string }) {
  return <p className="open-picture-words">{sample}</p>;
}
