/**
 * The Content-Security-Policy, in one place. The build writes it into index.html as a meta tag (for
 * static hosts); our own server sends it as a header with every response, workers' files included.
 *
 * `style-src 'self'` stands because React and d3 set styles through the CSSOM, and CodeMirror sits in
 * a shadow root, where it uses constructed style sheets. `'wasm-unsafe-eval'` compiles WebAssembly of
 * our own origin; it does not allow `eval`.
 */

/** What a table may be read from. A deployment narrows it with ICECORE_CONNECT_SRC. */
const CONNECT_SRC = "'self' https: http://localhost:*";

/** Which pages may have ours in a frame. A deployment names them with ICECORE_FRAME_ANCESTORS; see docs/embed.md. */
const FRAME_ANCESTORS = "'none'";

export function connectSrc(env = process.env) {
  return env.ICECORE_CONNECT_SRC?.trim() || CONNECT_SRC;
}

export function frameAncestors(env = process.env) {
  return env.ICECORE_FRAME_ANCESTORS?.trim() || FRAME_ANCESTORS;
}

/** The policy as the meta tag carries it. @param {string} connect */
export function metaPolicy(connect = connectSrc()) {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * The policy of the page as one file: its own script and style by their hashes, fonts and workers out of it.
 * @param {string} script @param {string} style
 */
export function singlePolicy(script, style) {
  return [
    "default-src 'none'",
    `script-src ${script} 'wasm-unsafe-eval'`,
    `style-src ${style}`,
    'img-src blob: data:',
    'font-src data:',
    'worker-src blob:',
    // `data:` for the fonts of an exported picture.
    `connect-src ${connectSrc()} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The policy as the server sends it; a meta tag may not say who frames a page. @param {string} frames */
export function headerPolicy(frames = frameAncestors()) {
  return `${metaPolicy()}; frame-ancestors ${frames}`;
}
