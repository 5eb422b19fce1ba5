/**
 * Cities of China by province, spelled as in the gazetteer, with their Chinese names. `**` is visible at low zoom, `*` are
 * seats of provinces and other large cities, `-` districts. A third part is the French name, a fourth the English one, if they differ.
 */
export const china = `
CN.22 **Beijing=北京=Pékin, -Haidian=海淀, -Fengtai=丰台, -Daxing=大兴, -Changping=昌平, -Dayu=门头沟=Mentougou=Mentougou, -Gongchen=房山=Fangshan=Fangshan, -Beiyuan=通州=Tongzhou=Tongzhou, -Shengli=顺义=Shunyi=Shunyi, -Jinrongjie=西城=Xicheng=Xicheng, -Chaowai=朝阳=Chaoyang=Chaoyang, -Jingshan=东城=Dongcheng=Dongcheng, -Lugu=石景山=Shijingshan=Shijingshan
CN.28 *Tianjin=天津
CN.23 **Shanghai=上海
CN.33 **Chongqing=重庆, Wanxian=万州
CN.10 *Shijiazhuang=石家庄, *Tangshan=唐山, Qinhuangdao=秦皇岛, Handan=邯郸, Xingtai=邢台, Baoding=保定, Zhangjiakou=张家口, Chengde=承德, Cangzhou=沧州, Langfang=廊坊, Hengshui=衡水
CN.24 *Taiyuan=太原, Datong=大同, Yangquan=阳泉, Jincheng=晋城, Shuozhou=朔州, Jinzhong=晋中, Yuncheng=运城, Xinzhou=忻州, Linfen=临汾
CN.24.1404 Changzhi=长治
CN.20 *Hohhot=呼和浩特, *Baotou=包头, Wuhai=乌海, Chifeng=赤峰, Tongliao=通辽, Ordos=鄂尔多斯, Hailar=海拉尔, Bayan Nur=巴彦淖尔=Bayannur=Bayannur, Jining=集宁, Ulanhot=乌兰浩特, Xilin Hot=锡林浩特, Manzhouli=满洲里, Erenhot=二连浩特
CN.19 **Shenyang=沈阳, *Dalian=大连, Anshan=鞍山, Fushun=抚顺, Benxi=本溪, Dandong=丹东, Yingkou=营口, Fuxin=阜新, Liaoyang=辽阳, Panjin=盘锦, Tieling=铁岭, Chaoyang=朝阳, Huludao=葫芦岛
CN.19.2107 Jinzhou=锦州
CN.05 *Changchun=长春, Jilin=吉林, Siping=四平, Dongji=辽源=Liaoyuan=Liaoyuan, Tonghua=通化, Baishan=白山, Songyuan=松原, Baicheng=白城, Yanji=延吉
CN.08 **Harbin=哈尔滨, Qiqihar=齐齐哈尔, Jixi=鸡西, Hegang=鹤岗, Shuangyashan=双鸭山, Daqing=大庆, Yichun=伊春, Jiamusi=佳木斯, Qitaihe=七台河, Mudanjiang=牡丹江, Heihe=黑河, Suihua=绥化, Mohe=漠河
CN.04 *Nanjing=南京=Nankin, Wuxi=无锡, Xuzhou=徐州, Changzhou=常州, *Suzhou=苏州, Nantong=南通, Lianyungang=连云港, Huai'an=淮安=Huai’an=Huai’an, Yancheng=盐城, Yangzhou=扬州, Zhenjiang=镇江, Taizhou=泰州, Suqian=宿迁, Kunshan=昆山, Changshu=常熟
CN.02 *Hangzhou=杭州, *Ningbo=宁波, Wenzhou=温州, Jiaxing=嘉兴, Huzhou=湖州, Shaoxing=绍兴, Jinhua=金华, Quzhou=衢州, Zhoushan=舟山, Taizhou=台州, Lishui=丽水, Yiwu=义乌
CN.01 *Hefei=合肥, Wuhu=芜湖, Bengbu=蚌埠, Huainan=淮南, Ma’anshan=马鞍山, Huaibei=淮北, Tongling=铜陵, Anqing=安庆, Huangshan=黄山, Chuzhou=滁州, Fuyang=阜阳, Suzhou=宿州, Lu’an=六安, Bozhou=亳州, Chizhou=池州, Xuancheng=宣城, Chaohu=巢湖
CN.07 *Fuzhou=福州, *Xiamen=厦门, Putian=莆田, Sanming=三明, Quanzhou=泉州, Zhangzhou=漳州, Nanping=南平, Longyan=龙岩, Ningde=宁德
CN.03 *Nanchang=南昌, Jingdezhen=景德镇, Pingxiang=萍乡, Jiujiang=九江, Xinyu=新余, Yingtan=鹰潭, Ganzhou=赣州, Ji’an=吉安, Yichun=宜春, Fuzhou=抚州, Shangrao=上饶
CN.25 *Jinan=济南, *Qingdao=青岛, Zibo=淄博, Zaozhuang=枣庄, Dongying=东营, Yantai=烟台, Weifang=潍坊, Jining=济宁, Tai’an=泰安, Weihai=威海, Rizhao=日照, Linyi=临沂, Dezhou=德州, Liaocheng=聊城, Binzhou=滨州, Heze=菏泽
CN.09 *Zhengzhou=郑州, Kaifeng=开封, Luoyang=洛阳, Pingdingshan=平顶山, Anyang=安阳, Hebi=鹤壁, Xinxiang=新乡, Jiaozuo=焦作, Puyang=濮阳, Xuchang=许昌, Luohe=漯河, Sanmenxia=三门峡, Nanyang=南阳, Shangqiu=商丘, Xinyang=信阳, Zhoukou=周口, Zhumadian=驻马店
CN.12 **Wuhan=武汉, Huangshi=黄石, Shiyan=十堰, Yichang=宜昌, Xiangyang=襄阳, Ezhou=鄂州, Jingmen=荆门, Xiaogan=孝感, Jingzhou=荆州, Huanggang=黄冈, Xianning=咸宁, Suizhou=随州, Enshi=恩施, Xiantao=仙桃
CN.11 *Changsha=长沙, Zhuzhou=株洲, Xiangtan=湘潭, Hengyang=衡阳, Shaoyang=邵阳, Yueyang=岳阳, Changde=常德, Zhangjiajie=张家界, Yiyang=益阳, Chenzhou=郴州, Yongzhou=永州, Huaihua=怀化, Loudi=娄底, Jishou=吉首
CN.30 **Guangzhou=广州=Canton, Zhuhai=珠海, Shantou=汕头, Shaoguan=韶关, Foshan=佛山, Jiangmen=江门, Zhanjiang=湛江, Maoming=茂名, Zhaoqing=肇庆, Huizhou=惠州, Meizhou=梅州, Shanwei=汕尾, Heyuan=河源, Yangjiang=阳江, Qingyuan=清远, Dongguan=东莞, Chaozhou=潮州, Jieyang=揭阳, Yunfu=云浮
CN.30.4403 *Shenzhen=深圳
CN.30.4420 Zhongshan=中山
CN.16 *Nanning=南宁, Liuzhou=柳州, Guilin=桂林, Wuzhou=梧州, Beihai=北海, Fangchenggang=防城港, Qinzhou=钦州, Guigang=贵港, Yulin=玉林, Baise=百色, Hezhou=贺州, Hechi=河池, Laibin=来宾, Chongzuo=崇左
CN.31 *Haikou=海口, Sanya=三亚, Nada=儋州=Danzhou=Danzhou, Sansha=三沙
CN.32 **Chengdu=成都, Zigong=自贡, Panzhihua=攀枝花, Luzhou=泸州, Deyang=德阳, Mianyang=绵阳, Guangyuan=广元, Suining=遂宁, Neijiang=内江, Leshan=乐山, Nanchong=南充, Meishan=眉山, Yibin=宜宾, Guang’an=广安, Dazhou=达州, Ya'an=雅安=Ya’an=Ya’an, Bazhong=巴中, Ziyang=资阳, Kangding=康定, Xichang=西昌
CN.18 *Guiyang=贵阳, Liupanshui=六盘水, Zunyi=遵义, Anshun=安顺, Bijie=毕节, Tongren=铜仁, Kaili=凯里, Duyun=都匀, Xingyi=兴义
CN.29 **Kunming=昆明, Qujing=曲靖, Yuxi=玉溪, Baoshan=保山, Zhaotong=昭通, Pu'er=普洱=Pu’er=Pu’er, Lincang=临沧, Dali=大理, Mengzi=蒙自, Yunjinghong=景洪=Jinghong=Jinghong, Chuxiong=楚雄
CN.29.5307 Lijiang=丽江
CN.14 **Lhasa=拉萨, Rikaze=日喀则=Shigatse=Xigazê, Qamdo=昌都, Nyingchi=林芝, Nagqu=那曲
CN.26 **Xi’an=西安, Tongchuan=铜川, Baoji=宝鸡, Xianyang=咸阳, Weinan=渭南, Yan’an=延安, Hanzhong=汉中, Yulinshi=榆林=Yulin=Yulin, Ankang=安康, Shangluo=商洛
CN.15 *Lanzhou=兰州, Jiayuguan=嘉峪关, Jinchang=金昌, Baiyin=白银, Tianshui=天水, Wuwei=武威, Zhangye=张掖, Pingliang=平凉, Jiuquan=酒泉, Qingyang=庆阳, Dingxi=定西, Linxia Chengguanzhen=临夏=Linxia=Linxia, Dunhuang=敦煌
CN.06 *Xining=西宁, Golmud=格尔木, Delingha=德令哈
CN.21 *Yinchuan=银川, Shizuishan=石嘴山, Wuzhong=吴忠, Guyuan=固原, Zhongwei=中卫
CN.13 **Ürümqi=乌鲁木齐=Ürümqi=Urumqi, Karamay=克拉玛依, Turpan=吐鲁番, Hami=哈密, Changji=昌吉, Korla=库尔勒, Aqsu=阿克苏=Aksou=Aksu, Kashgar=喀什, Gujangbagh=和田=Hotan=Hotan, Yining=伊宁, Shihezi=石河子, Tacheng=塔城, Jinshanlu=阿勒泰=Altay=Altay
HK **Hong Kong=香港
MO Macau=澳门=Macao
TW *Taipei=台北, Kaohsiung=高雄, Taichung=台中, Tainan=台南, Hsinchu=新竹, Keelung=基隆, Hualien City=花莲
`;
