/** What is usual in a city; everything else of its weather and air follows from this and a seed. */
export interface Climate {
  /** °C: the mean of the year, half of what summer and winter differ by, half of what day and night do. */
  temperature: { mean: number; season: number; day: number };
  /** Dew point in °C. */
  dewPoint: { mean: number; season: number };
  /** kPa at the height of the city. */
  pressure: number;
  /** Prevailing wind in m/s, and where it comes from. */
  wind: { speed: number; from: number };
  /** µg/m³ on a usual day: fine and coarse particles, sulphur dioxide, what the sun adds to ozone. */
  fine: number;
  coarse: number;
  sulphur: number;
  ozone: number;
  /** µg/m³ at the height of a dust episode, and how likely one is in twelve days. */
  dust: { peak: number; chance: number };
}

const radian = Math.PI / 180;

/** The sine of the sun's height, 0 by night. */
export function findSun(dayOfYear: number, solarHour: number, latitude: number): number {
  const tilt = -23.44 * radian * Math.cos(((dayOfYear + 10) / 365.25) * 2 * Math.PI);
  const turn = (solarHour - 12) * 15 * radian;
  const height =
    Math.sin(latitude * radian) * Math.sin(tilt) +
    Math.cos(latitude * radian) * Math.cos(tilt) * Math.cos(turn);
  return Math.max(height, 0);
}

/** −1 in the middle of winter, 1 in the middle of summer of the northern half. */
export function findSeason(dayOfYear: number): number {
  return -Math.cos(((dayOfYear - 20) / 365.25) * 2 * Math.PI);
}

/** Humidity in % of air at a temperature, with the dew point it would have had on a warmer day (Magnus). */
export function findHumidity(temperature: number, dewPoint: number): number {
  const saturation = (celsius: number) => Math.exp((17.62 * celsius) / (243.12 + celsius));
  // Air that cools towards its dew point loses water before it gets there.
  const apart = 2.5 * Math.log1p(Math.exp((temperature - dewPoint) / 2.5));
  return (100 * saturation(temperature - apart)) / saturation(temperature);
}
