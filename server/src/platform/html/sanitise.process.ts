// Started by sanitise.ts and kept for several texts. Each request gets one reply.
import { AppError, type ErrorKey, type ErrorParams } from '@limpid/contract/errors';
import { type CleanText, cleanHtml, listPictures, type Pictures } from './clean-html.ts';
import type { HtmlLimits } from './parse-html.ts';

export type SanitiseRequest = { listPictures: string } | { clean: string; pictures: Pictures };
export type SanitiseReply = { pictures: string[] } | CleanText | { failed: ErrorKey; params: ErrorParams };

// The parent passes what HtmlLimits describes.
const limits = JSON.parse(process.argv[2] ?? '') as HtmlLimits;

function sanitise(request: SanitiseRequest): SanitiseReply {
  if ('listPictures' in request) return { pictures: listPictures(request.listPictures, limits) };
  const clean = cleanHtml(request.clean, request.pictures, limits);
  if (clean.html.length > limits.length) throw new AppError('rich_text.too_long', { limit: limits.length });
  return clean;
}

process.on('disconnect', () => process.exit());
process.on('message', (request: SanitiseRequest) => {
  try {
    process.send?.(sanitise(request));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.send?.({ failed: error.key, params: error.params } satisfies SanitiseReply);
  }
});
