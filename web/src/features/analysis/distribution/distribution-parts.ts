/** The choices of the screen in the address, which are saved with a query. */
export const distributionParts = { colours: 'colours', statistic: 'statistic' };
