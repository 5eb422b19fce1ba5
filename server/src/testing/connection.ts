/** Where the test run's PostgreSQL listens. */
export interface TestConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export const templateName = 'limpid_template';
export const adminPassword = 'Correct-horse-1';

declare module 'vitest' {
  interface ProvidedContext {
    connection: TestConnection;
  }
}
