// Started by render-pdf.ts for one report, which arrives on stdin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ReportDocument } from '@limpid/contract/report/document';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { printReport } from './print-report.ts';

export interface PdfRequest {
  document: ReportDocument;
  /** Milliseconds since 1970. */
  created: number;
  author?: string | undefined;
  /** A PNG in base64. */
  logo?: string | undefined;
}

export type PdfOutcome =
  | { bytes: Uint8Array; pages: number; hasLogo: boolean }
  /** What Typst does not accept, for the log. */
  | { failed: string };

const templates = import.meta.dirname;
/** The only fonts: Typst would take one of the system for characters that they lack. */
const fonts = [
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
].map((address) => readFileSync(new URL(address)));

function makePdf({ document, created, author, logo }: PdfRequest): PdfOutcome {
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs: fonts }] });
  const hasLogo = logo !== undefined && addLogo(compiler, Buffer.from(logo, 'base64'));
  const report = printReport(document, { created: new Date(created), author, hasLogo });
  const compiled = compiler.compile({
    mainFilePath: join(templates, 'report.typ'),
    inputs: { report: JSON.stringify(report) },
  });
  const { result } = compiled;
  if (!result) {
    const error = compiled.takeDiagnostics();
    return { failed: JSON.stringify(error && compiler.fetchDiagnostics(error)) };
  }
  return { bytes: compiler.pdf(result), pages: result.numOfPages, hasLogo };
}

/** Whether Typst can read the picture; a report without a logo is better than none. */
function addLogo(compiler: NodeCompiler, picture: Buffer): boolean {
  compiler.mapShadow(join(templates, 'logo.png'), picture);
  return !compiler.compile({ mainFileContent: '#image("logo.png", format: "png")' }).hasError();
}

async function sendOutcome(outcome: PdfOutcome): Promise<void> {
  await new Promise((resolve) => process.send?.(outcome, resolve));
  process.disconnect?.();
}

process.on('disconnect', () => process.exit());
// The parent passes what PdfRequest describes.
await sendOutcome(makePdf(JSON.parse(await text(process.stdin)) as PdfRequest));
