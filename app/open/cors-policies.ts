/** What a bucket's owner sets so that this page may read it, in the words of each kind of server. */

export const SERVERS = ['S3', 'GCS', 'Azure', 'nginx'] as const;
export type Server = (typeof SERVERS)[number];

const EXPOSED = ['Content-Range', 'ETag', 'Content-Length'];

/** @param origin of this page, e.g. `https://icecore.example` */
export function corsPolicy(server: Server, origin: string): string {
  switch (server) {
    case 'S3':
      return `[{ "AllowedOrigins": ["${origin}"],
   "AllowedMethods": ["GET", "HEAD"],
   "AllowedHeaders": ["Range", "If-Match"],
   "ExposeHeaders":  ${JSON.stringify(EXPOSED).replaceAll(',', ', ')},
   "MaxAgeSeconds":  3600 }]`;
    case 'GCS':
      return `[{ "origin": ["${origin}"],
   "method": ["GET", "HEAD"],
   "responseHeader": ${JSON.stringify(['Range', ...EXPOSED]).replaceAll(',', ', ')},
   "maxAgeSeconds": 3600 }]`;
    case 'Azure':
      return `az storage cors add --services b --methods GET HEAD \\
  --origins ${origin} \\
  --allowed-headers Range If-Match \\
  --exposed-headers ${EXPOSED.join(' ')} --max-age 3600`;
    case 'nginx':
      return `add_header Access-Control-Allow-Origin "${origin}" always;
add_header Access-Control-Expose-Headers "${EXPOSED.join(', ')}" always;
if ($request_method = OPTIONS) {
  add_header Access-Control-Allow-Origin "${origin}";
  add_header Access-Control-Allow-Headers "Range, If-Match";
  add_header Access-Control-Max-Age 3600;
  return 204;
}`;
  }
}
