import { type DemoCity, makeSites } from './demo-city.ts';

const air = makeSites({ prefix: 'MCA', entity: 'MC-AIR', maker: 'DE3000A' }, [
  ['Piccadilly Gardens', 'AMBIENT', -2.2365, 53.481, 7],
  ['Oxford Road', 'AMBIENT', -2.235, 53.462, 9],
  ['Heaton Park', 'AMBIENT', -2.255, 53.535, 1],
  ['Salford Crescent', 'AMBIENT', -2.272, 53.487, 6],
  ['Trafford Park', 'AMBIENT', -2.317, 53.466, 5, 0, 6],
]);

const works = makeSites({ prefix: 'MCD', entity: 'MC-BUILD', maker: 'DE3000B' }, [
  ['Mayfield – Gate 1', 'DUST', -2.224, 53.475, 6, 8],
  ['Mayfield – Gate 3', 'DUST', -2.221, 53.473, 4, 7],
  ['Victoria North – Plot C', 'DUST', -2.232, 53.494, 4, 9],
  ['Wythenshawe Campus', 'DUST', -2.291, 53.391, 3, 6],
  ['Ordsall Lane', 'DUST', -2.268, 53.474, 5, 7],
]);

const streets = makeSites({ prefix: 'MCM', entity: 'MC-STREETS', maker: 'DE3000C' }, [
  ['Chorlton Library', 'MICRO', -2.28, 53.442, 4],
  ['Fallowfield Loop', 'MICRO', -2.22, 53.441, 3],
  ['Cheetham Hill Road', 'MICRO', -2.238, 53.502, 8],
  ['Levenshulme Station', 'MICRO', -2.192, 53.444, 6],
  ['Stockport Road', 'MICRO', -2.2, 53.456, 8],
  ['Didsbury Village', 'MICRO', -2.231, 53.417, 4],
  ['Eccles Interchange', 'MICRO', -2.334, 53.483, 7],
  ['Openshaw Works', 'MICRO', -2.176, 53.474, 5, 0, 4],
]);

export const manchester: DemoCity = {
  code: 'MC',
  names: { zh: '曼彻斯特', en: 'Manchester', fr: 'Manchester' },
  seed: 5301,
  zone: 'Europe/London',
  longitude: -2.244,
  latitude: 53.479,
  climate: {
    temperature: { mean: 10.2, season: 6, day: 3.4 },
    dewPoint: { mean: 6.5, season: 4.6 },
    pressure: 100.9,
    wind: { speed: 3.6, from: 235 },
    fine: 9,
    coarse: 7.5,
    sulphur: 1.8,
    ozone: 55,
    dust: { peak: 45, chance: 0.3 },
  },
  entities: [
    {
      code: 'MC-AIR',
      names: {
        zh: '北境空气研究所',
        en: 'Northern Air Institute',
        fr: 'Institut de l’air du Nord',
      },
      longitude: -2.244,
      latitude: 53.478,
    },
    {
      code: 'MC-BUILD',
      names: { zh: '梅德洛克建设', en: 'Medlock Construction', fr: 'Medlock Construction' },
      longitude: -2.223,
      latitude: 53.474,
    },
    {
      code: 'MC-STREETS',
      names: { zh: '清新街道计划', en: 'Clear Streets Partnership', fr: 'Partenariat Rues claires' },
      longitude: -2.238,
      latitude: 53.458,
    },
  ],
  sites: [...air, ...works, ...streets],
};
