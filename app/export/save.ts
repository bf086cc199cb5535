/** Gives the person a file. Nothing leaves the page: the bytes are an object URL. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the bytes at its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `clicks-pruning-all-files.svg`: what a file system takes. */
export function fileName(parts: readonly string[], extension: string): string {
  const words = parts.map((part) => part.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'));
  const name = words
    .map((word) => word.replaceAll(/^-+|-+$/g, ''))
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 120);
  return `${name === '' ? 'icecore' : name}.${extension}`;
}

/** Device pixels a pixel of the picture. */
const SCALE = 2;
/** Browsers refuse larger canvases. */
const MOST_PIXELS = 16_000;

/** Errors: where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, MOST_PIXELS / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
