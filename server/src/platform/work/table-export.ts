import { fail } from '@limpid/contract/errors';
import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { maxSheetRows, type TableFormat } from '@limpid/contract/kit/table-export';
import type { workStarted } from '@limpid/contract/work';
import type { App } from '../app.ts';
import { type Context, type Handler, route } from '../http/route.ts';
import type { Cell } from '../sheets/cell.ts';
import { writeCsv } from '../sheets/write/write-csv.ts';
import { type SheetOptions, writeSheet } from '../sheets/write/write-sheet.ts';
import { translate } from '../texts.ts';

export interface ExportedTable {
  columns: SheetOptions['columns'];
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** Number of rows, if it is known before they are read. */
  count?: number;
}

type ExportEndpoint = Endpoint & { access: { permission: string }; reply: typeof workStarted };

/**
 * Routes an export of the contract: the table is made in the background and written in the requested format. Input is
 * checked by `makeTable` before the response, rows are read afterwards.
 */
export function routeTableExport<E extends ExportEndpoint>(
  app: App,
  endpoint: E,
  makeTable: (context: Context<E>) => Promise<ExportedTable>,
): void {
  const handle = async (context: Context<E>) => {
    const { caller, language } = context;
    const title = translate(language, `${endpoint.texts}.title`);
    const { format } = context.body as { format: TableFormat };
    const { columns, rows, count } = await makeTable(context);
    if (format === 'xlsx' && count !== undefined && count > maxSheetRows) failTooLong();
    return {
      id: await app.work.start({
        // Exports require a permission, so there is a caller.
        caller: caller ?? fail('auth.expired'),
        language,
        title: translate(language, 'server.work.exporting', { title }),
        run: async ({ report }) => {
          const counted = countRows(rows, (done) => {
            if (format === 'xlsx' && done > maxSheetRows) failTooLong();
            report(done, count);
          });
          const body =
            format === 'csv'
              ? writeCsv({ columns, rows: counted })
              : writeSheet({ sheetName: title, columns, rows: counted });
          return { file: { name: `${title}.${format}`, body } };
        },
      }),
    };
  };
  route(app, endpoint, handle as Handler<E>);
}

function failTooLong(): never {
  return fail('export.rows', { count: maxSheetRows });
}

async function* countRows(
  rows: ExportedTable['rows'],
  onRow: (done: number) => void,
): AsyncGenerator<readonly Cell[]> {
  let done = 0;
  for await (const row of rows) {
    onRow(++done);
    yield row;
  }
}
