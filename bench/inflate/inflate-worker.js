/** Inflates the blocks of the Avro files it is given, one after the other; answers with the bytes that came out. */
const SYNC = 16;

addEventListener('message', async ({ data }) => {
  postMessage(data === undefined ? 0 : await inflateFile(new Uint8Array(await data.arrayBuffer())));
});

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflateFile(bytes) {
  const at = { offset: afterHeader(bytes) };
  let raw = 0;
  while (at.offset < bytes.length) {
    zigzag(bytes, at);
    const size = zigzag(bytes, at);
    raw += await inflate(bytes.subarray(at.offset, at.offset + size));
    at.offset += size + SYNC;
  }
  return raw;
}

/** By writer and reader, which is five times as fast as by Blob and Response. @param {Uint8Array<ArrayBuffer>} data */
async function inflate(data) {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  writer.write(data).catch(() => {}); // errors surface on the reader
  writer.close().catch(() => {});
  let raw = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return raw;
    raw += value.length;
  }
}

/** The header ends with the sync marker, which also ends the file. @param {Uint8Array} bytes */
function afterHeader(bytes) {
  const sync = bytes.subarray(bytes.length - SYNC);
  for (let i = 0; i + SYNC <= bytes.length; i++) {
    if (sync.every((byte, j) => bytes[i + j] === byte)) return i + SYNC;
  }
  throw new Error('No sync marker');
}

/** @param {Uint8Array} bytes @param {{ offset: number }} at */
function zigzag(bytes, at) {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = bytes[at.offset++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return value / 2;
    scale *= 128;
  }
}
