/** The usual conditions of a city; its weather and air follow from these and a seed. */
export interface Climate {
  /** °C: the mean of the year, and the amplitudes of the year and of the day. */
  temperature: { mean: number; season: number; day: number };
  /** Dew point in °C. */
  dewPoint: { mean: number; season: number };
  /** kPa at the height of the city. */
  pressure: number;
  /** The prevailing wind in m/s and the direction it comes from. */
  wind: { speed: number; from: number };
  /** µg/m³ on a usual day: fine and coarse particles, sulphur dioxide, and the ozone that sunlight adds. */
  fine: number;
  coarse: number;
  sulphur: number;
  ozone: number;
  /** µg/m³ at the peak of a dust episode, and the probability of one within twelve days. */
  dust: { peak: number; chance: number };
}

const radian = Math.PI / 180;

/** The sine of the sun's elevation, 0 at night. */
export function findSun(dayOfYear: number, solarHour: number, latitude: number): number {
  const tilt = -23.44 * radian * Math.cos(((dayOfYear + 10) / 365.25) * 2 * Math.PI);
  const turn = (solarHour - 12) * 15 * radian;
  const height =
    Math.sin(latitude * radian) * Math.sin(tilt) +
    Math.cos(latitude * radian) * Math.cos(tilt) * Math.cos(turn);
  return Math.max(height, 0);
}

/** −1 in midwinter, 1 in midsummer of the northern hemisphere. */
export function findSeason(dayOfYear: number): number {
  return -Math.cos(((dayOfYear - 20) / 365.25) * 2 * Math.PI);
}

/** Relative humidity in % at a temperature, with the usual dew point lowered on cold days (Magnus). */
export function findHumidity(temperature: number, dewPoint: number): number {
  const saturation = (celsius: number) => Math.exp((17.62 * celsius) / (243.12 + celsius));
  // Air that cools towards its dew point loses water before reaching it.
  const apart = 2.5 * Math.log1p(Math.exp((temperature - dewPoint) / 2.5));
  return (100 * saturation(temperature - apart)) / saturation(temperature);
}
