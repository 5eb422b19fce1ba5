export const port = 18_080;
export const adminPassword = 'Correct-horse-1';
