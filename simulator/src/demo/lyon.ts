import { type DemoCity, makeSites } from './demo-city.ts';

const air = makeSites({ prefix: 'LYA', entity: 'LY-AIR', maker: 'DE2000A' }, [
  ['Part-Dieu – place Béraudier', 'AMBIENT', 4.8585, 45.7608, 7],
  ['Quai Perrache', 'AMBIENT', 4.824, 45.747, 9],
  ['Parc de la Tête d’Or', 'AMBIENT', 4.852, 45.777, 2],
  ['Villeurbanne – Gratte-Ciel', 'AMBIENT', 4.8795, 45.769, 5],
  ['Vénissieux – Parilly', 'AMBIENT', 4.897, 45.717, 6],
  ['Saint-Fons – centre', 'AMBIENT', 4.853, 45.709, 4, 0, 6],
]);

const works = makeSites({ prefix: 'LYD', entity: 'LY-CHANTIER', maker: 'DE2000B' }, [
  ['Chantier Gerland – porte nord', 'DUST', 4.832, 45.731, 5, 8],
  ['Chantier Gerland – porte sud', 'DUST', 4.8335, 45.7255, 4, 9],
  ['Chantier du tunnel – tête ouest', 'DUST', 4.778, 45.759, 6, 7],
  ['Écoquartier de La Saulaie', 'DUST', 4.818, 45.72, 4, 6],
  ['Carré de Soie – lot 4', 'DUST', 4.921, 45.765, 5, 8],
]);

const quarters = makeSites({ prefix: 'LYM', entity: 'LY-METRO', maker: 'DE2000C' }, [
  ['Croix-Rousse – rue du Mail', 'MICRO', 4.832, 45.777, 4],
  ['Vaise – gare', 'MICRO', 4.805, 45.78, 7],
  ['Guillotière – place du Pont', 'MICRO', 4.842, 45.755, 8],
  ['Bron – école Jean-Moulin', 'MICRO', 4.911, 45.738, 5],
  ['Caluire – Montessuy', 'MICRO', 4.852, 45.795, 4],
  ['Oullins – rue de la République', 'MICRO', 4.808, 45.714, 6],
  ['Feyzin – les Razes', 'MICRO', 4.859, 45.672, 4, 0, 5],
]);

export const lyon: DemoCity = {
  code: 'LY',
  names: { zh: '里昂', en: 'Lyon', fr: 'Lyon' },
  seed: 6901,
  zone: 'Europe/Paris',
  longitude: 4.835,
  latitude: 45.758,
  climate: {
    temperature: { mean: 12.8, season: 9.5, day: 4.8 },
    dewPoint: { mean: 7.2, season: 6.5 },
    pressure: 99.4,
    wind: { speed: 2.8, from: 355 },
    fine: 12,
    coarse: 9,
    sulphur: 2.2,
    ozone: 90,
    dust: { peak: 110, chance: 0.4 },
  },
  entities: [
    {
      code: 'LY-AIR',
      names: {
        zh: '双河空气观测站',
        en: 'Deux-Rives Air Observatory',
        fr: 'Observatoire de l’air des Deux-Rives',
      },
      longitude: 4.835,
      latitude: 45.763,
    },
    {
      code: 'LY-CHANTIER',
      names: { zh: '隆河联合建筑公司', en: 'Rhône Union Builders', fr: 'Union des bâtisseurs du Rhône' },
      longitude: 4.833,
      latitude: 45.729,
    },
    {
      code: 'LY-METRO',
      names: {
        zh: '汇流区街区网络',
        en: 'Confluent Neighbourhood Network',
        fr: 'Réseau des quartiers du Confluent',
      },
      longitude: 4.842,
      latitude: 45.757,
    },
  ],
  sites: [...air, ...works, ...quarters],
};
