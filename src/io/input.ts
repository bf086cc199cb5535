/**
 * Where bytes come from. An `InputRef` is plain data that crosses into a worker; `openInput` (open.ts) makes an `Input`
 * of it there.
 */

export type InputRef =
  /** A dropped or picked file. */
  | { readonly kind: 'blob'; readonly name: string; readonly blob: Blob }
  /** An entry of a zip: its local header is at `at`; sizes as the zip's directory claims them. */
  | {
      readonly kind: 'zipped';
      readonly name: string;
      /** All of it: a part for each entry would cost a question to another process each. */
      readonly zip: Blob;
      readonly at: number;
      readonly deflated: boolean;
      readonly packedSize: number;
      readonly size: number;
    }
  /** Read by GET with explicit ranges only; `size` where the table's metadata tells it. */
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly url: string;
      readonly size?: number | undefined;
      /** True where nothing of its host has answered yet, so that a host that is not there is told soon. */
      readonly isFirst?: boolean | undefined;
    }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array }
  /** A path of the machine's file system; Node only. */
  | { readonly kind: 'path'; readonly name: string; readonly path: string };

export interface Input {
  readonly name: string;
  /** Bytes, if known without reading. */
  readonly size: number | undefined;
  /** Bytes `[from, to)`; fewer at the end of the file. */
  read(from: number, to: number, signal?: AbortSignal): Promise<Uint8Array>;
  whole(signal?: AbortSignal): Promise<Uint8Array>;
}
