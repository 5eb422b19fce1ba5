interface Sending {
  method: string;
  headers: Record<string, string>;
  body: FormData | string | undefined;
  signal: AbortSignal;
}

/** A request that reports the progress of its upload, which fetch cannot. */
export function sendWithProgress(
  address: string,
  { method, headers, body, signal }: Sending,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? '';
      const init = { status: request.status, headers: { 'content-type': type } };
      resolve(new Response(request.responseText || null, init));
    };
    // fetch rejects with a TypeError if there is no response.
    request.onerror = () => reject(new TypeError('The request got no response.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(body ?? null);
  });
}
