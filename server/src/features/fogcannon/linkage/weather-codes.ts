/** The codes of wind speed and air temperature in HJ 212. */
export const weatherCodes = { wind: 'a01007', temperature: 'a01001' } as const;
