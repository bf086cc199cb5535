/** Where a table of this machine is given: chosen by its buttons, or dropped, for which the whole page listens. */
import { useRef } from 'react';
import { Button } from '../ui/controls.tsx';
import { gatherHandle, gatherInput } from './gather.ts';
import type { Opener } from './opener.ts';
import './open.css';

interface FolderPicker {
  showDirectoryPicker?: (options: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>;
}

export interface DropZoneProps {
  readonly opener: Opener;
  /** Files are held over the page. */
  readonly over?: boolean;
}

export function DropZone({ opener, over = false }: DropZoneProps) {
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const choose = async () => {
    opener.expectFiles();
    const picker = (window as FolderPicker).showDirectoryPicker;
    if (picker === undefined) {
      folder.current?.click();
      return;
    }
    try {
      const handle = await picker.call(window, { mode: 'read' });
      void opener.openFiles(gatherHandle(handle), handle);
    } catch (error) {
      // Closing the picker is no error; another refusal leaves the plain input.
      if (!(error instanceof DOMException && error.name === 'AbortError')) folder.current?.click();
    }
  };
  const take = (input: HTMLInputElement) => {
    if (input.files === null || input.files.length === 0) return;
    void opener.openFiles(gatherInput(input.files));
    input.value = '';
  };
  return (
    <div className="drop-zone" data-over={over ? '' : undefined}>
      <DropMark />
      <div className="drop-words">
        <strong>Drop a table here</strong>
        <div className="dim">its folder, a zip of it, or metadata files</div>
      </div>
      <span className="grow" />
      <div className="drop-buttons">
        <Button onClick={choose}>Choose a folder</Button>
        <Button look="link" onClick={() => files.current?.click()}>
          or files
        </Button>
      </div>
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder of a table"
        data-testid="folder-input"
        {...{ webkitdirectory: '' }}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of a table"
        data-testid="files-input"
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

function DropMark() {
  return (
    <svg width={34} height={40} aria-hidden="true">
      <path d="M2 4h30" stroke="var(--e3)" strokeWidth={6} />
      <path d="M2 14h30" stroke="var(--e2)" strokeWidth={6} />
      <path d="M2 24h30" stroke="var(--e1)" strokeWidth={6} />
      <path d="M2 34h30" stroke="var(--e0)" strokeWidth={6} strokeDasharray="4 2" />
    </svg>
  );
}
