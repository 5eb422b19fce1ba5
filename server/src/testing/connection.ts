/** Where the PostgreSQL of the test run listens. */
export interface TestConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The same as a connection URL of the settings. */
export function formatUrl({ host, port, user, password, database }: TestConnection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
}

export const templateName = 'limpid_template';
export const adminPassword = 'Correct-horse-1';

declare module 'vitest' {
  interface ProvidedContext {
    connection: TestConnection;
  }
}
