import { type DemoCity, makeSites } from './demo-city.ts';

const air = makeSites({ prefix: 'BJA', entity: 'BJ-AIR', maker: 'DE1000A' }, [
  ['东单路口', 'AMBIENT', 116.4175, 39.9085, 9],
  ['奥林匹克森林公园', 'AMBIENT', 116.3935, 40.0185, 2],
  ['万柳中路', 'AMBIENT', 116.296, 39.966, 4],
  ['望京西园', 'AMBIENT', 116.471, 39.996, 5],
  ['亦庄文化园', 'AMBIENT', 116.502, 39.805, 4, 0, 3],
  ['古城南街', 'AMBIENT', 116.186, 39.908, 5, 0, 4],
  ['通州运河公园', 'AMBIENT', 116.622, 39.915, 3],
  ['大兴黄村', 'AMBIENT', 116.343, 39.727, 5],
]);

const dust = makeSites({ prefix: 'BJD', entity: 'BJ-BUILD', maker: 'DE1000B' }, [
  ['丽泽商务区三期东门', 'DUST', 116.321, 39.867, 6, 9],
  ['丽泽商务区三期西门', 'DUST', 116.313, 39.866, 4, 7],
  ['通州北苑枢纽一标段', 'DUST', 116.632, 39.896, 4, 10],
  ['通州北苑枢纽二标段', 'DUST', 116.64, 39.893, 3, 8],
  ['新首钢园北区', 'DUST', 116.162, 39.918, 3, 6],
  ['清河安置房项目', 'DUST', 116.345, 40.032, 5, 8],
  ['南苑湿地工程', 'DUST', 116.398, 39.786, 3, 5],
  ['东坝中路地铁车站', 'DUST', 116.548, 39.962, 6, 9],
]);

const park = makeSites({ prefix: 'BJM', entity: 'BJ-PARK', maker: 'DE1000C' }, [
  ['东南产业园南大门', 'MICRO', 116.528, 39.786, 6, 0, 5],
  ['东南产业园热力站', 'MICRO', 116.534, 39.792, 3, 0, 10],
  ['东南产业园物流中心', 'MICRO', 116.541, 39.781, 8, 0, 2],
  ['经海路公交场站', 'MICRO', 116.556, 39.789, 9],
  ['科创六街', 'MICRO', 116.549, 39.801, 5, 0, 3],
  ['荣华东路小学', 'MICRO', 116.516, 39.798, 4],
  ['旧宫北里', 'MICRO', 116.452, 39.812, 5],
  ['马驹桥社区', 'MICRO', 116.561, 39.761, 5, 0, 1],
]);

export const beijing: DemoCity = {
  code: 'BJ',
  names: { zh: '北京', en: 'Beijing', fr: 'Pékin' },
  seed: 1101,
  zone: 'Asia/Shanghai',
  longitude: 116.4,
  latitude: 39.9,
  climate: {
    temperature: { mean: 13, season: 15.5, day: 5.5 },
    dewPoint: { mean: 3, season: 16 },
    pressure: 101.1,
    wind: { speed: 2.4, from: 20 },
    fine: 34,
    coarse: 30,
    sulphur: 5,
    ozone: 120,
    dust: { peak: 620, chance: 0.75 },
  },
  entities: [
    {
      code: 'BJ-AIR',
      names: {
        zh: '京澄大气环境监测中心',
        en: 'Jingcheng Air Monitoring Centre',
        fr: 'Centre de surveillance de l’air Jingcheng',
      },
      longitude: 116.403,
      latitude: 39.921,
    },
    {
      code: 'BJ-BUILD',
      names: { zh: '燕筑建设集团', en: 'Yanzhu Construction Group', fr: 'Groupe de construction Yanzhu' },
      longitude: 116.321,
      latitude: 39.866,
    },
    {
      code: 'BJ-PARK',
      names: {
        zh: '京东南产业园',
        en: 'Southeast Beijing Industrial Park',
        fr: 'Parc industriel du sud-est de Pékin',
      },
      longitude: 116.535,
      latitude: 39.79,
    },
  ],
  sites: [...air, ...dust, ...park],
};
