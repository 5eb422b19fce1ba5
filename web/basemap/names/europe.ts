/** Cities of Europe and Russia, in the form of `china.ts`. */
export const europe = `
FR **Paris=巴黎, *Lyon=里昂, *Marseille=马赛, *Toulouse=图卢兹, Nice=尼斯, Nantes=南特, *Bordeaux=波尔多, Strasbourg=斯特拉斯堡, Lille=里尔, Montpellier=蒙彼利埃, Rennes=雷恩, Reims=兰斯, Le Havre=勒阿弗尔, Saint-Étienne=圣艾蒂安, Grenoble=格勒诺布尔, Dijon=第戎, Angers=昂热, Clermont-Ferrand=克莱蒙费朗, Brest=布雷斯特, Limoges=利摩日, Tours=图尔, Orléans=奥尔良, Rouen=鲁昂, Metz=梅斯, Nancy=南锡, Besançon=贝桑松, Caen=卡昂, Perpignan=佩皮尼昂, Le Mans=勒芒, Amiens=亚眠, Poitiers=普瓦捷, La Rochelle=拉罗谢尔, Bourges=布尔日, Valence=瓦朗斯, Annecy=阿讷西, Chambéry=尚贝里, Bastia=巴斯蒂亚, Ajaccio=阿雅克肖, Vienne=维埃纳, Bourg-en-Bresse=布雷斯地区布尔格, Mâcon=马孔, Roanne=罗阿讷
GB **London=伦敦=Londres, *Manchester=曼彻斯特, Birmingham=伯明翰, Liverpool=利物浦, Leeds=利兹, Sheffield=谢菲尔德, Bristol=布里斯托尔, *Glasgow=格拉斯哥, *Edinburgh=爱丁堡=Édimbourg, Newcastle upon Tyne=纽卡斯尔, Cardiff=加的夫, *Belfast=贝尔法斯特, Nottingham=诺丁汉, Southampton=南安普敦, Plymouth=普利茅斯, Norwich=诺里奇, Aberdeen=阿伯丁, Inverness=因弗内斯, Oxford=牛津, Cambridge=剑桥, York=约克, Leicester=莱斯特, Kingston upon Hull=赫尔, Bolton=博尔顿, Stockport=斯托克波特, Salford=索尔福德, Bradford=布拉德福德
IE *Dublin=都柏林, Cork=科克, Galway=戈尔韦, Limerick=利默里克
DE **Berlin=柏林, *Hamburg=汉堡=Hambourg, *Munich=慕尼黑, *Köln=科隆=Cologne=Cologne, *Frankfurt am Main=法兰克福=Francfort=Frankfurt, Stuttgart=斯图加特, Düsseldorf=杜塞尔多夫, Leipzig=莱比锡, Dortmund=多特蒙德, Bremen=不来梅=Brême, Dresden=德累斯顿=Dresde, Hannover=汉诺威=Hanovre, Nuremberg=纽伦堡, Kassel=卡塞尔, Rostock=罗斯托克, Freiburg=弗赖堡=Fribourg, Kiel=基尔, Erfurt=埃尔福特, Magdeburg=马格德堡=Magdebourg
DE.07 Essen=埃森
NL *Amsterdam=阿姆斯特丹, Rotterdam=鹿特丹, The Hague=海牙=La Haye, Utrecht=乌得勒支, Eindhoven=埃因霍温, Groningen=格罗宁根=Groningue
BE *Brussels=布鲁塞尔=Bruxelles, Antwerp=安特卫普=Anvers, Gent=根特=Gand=Ghent, Liège=列日
LU Luxembourg=卢森堡
CH *Zürich=苏黎世=Zurich=Zurich, *Geneva=日内瓦=Genève, Basel=巴塞尔=Bâle, Bern=伯尔尼=Berne, Lausanne=洛桑
AT **Vienna=维也纳=Vienne, Graz=格拉茨, Linz=林茨, Salzburg=萨尔茨堡=Salzbourg, Innsbruck=因斯布鲁克
IT **Rome=罗马, *Milan=米兰, *Naples=那不勒斯, Turin=都灵, *Palermo=巴勒莫=Palerme, Genoa=热那亚=Gênes, Bologna=博洛尼亚=Bologne, Florence=佛罗伦萨, Bari=巴里, Catania=卡塔尼亚=Catane, Venice=威尼斯=Venise, Verona=维罗纳=Vérone, Trieste=的里雅斯特, Cagliari=卡利亚里, Pisa=比萨=Pise, Ancona=安科纳=Ancône
ES **Madrid=马德里, **Barcelona=巴塞罗那=Barcelone, Valencia=巴伦西亚=Valence, *Sevilla=塞维利亚=Séville=Seville, Zaragoza=萨拉戈萨=Saragosse, Málaga=马拉加, Bilbao=毕尔巴鄂, Murcia=穆尔西亚=Murcie, Palma=帕尔马, Granada=格拉纳达=Grenade, Valladolid=巴利亚多利德, A Coruña=拉科鲁尼亚=La Corogne, Córdoba=科尔多瓦=Cordoue, Las Palmas de Gran Canaria=拉斯帕尔马斯
PT **Lisbon=里斯本=Lisbonne, Porto=波尔图, Faro=法鲁, Funchal=丰沙尔, Ponta Delgada=蓬塔德尔加达
AD Andorra la Vella=安道尔城=Andorre-la-Vieille
MC Monaco=摩纳哥
DK *Copenhagen=哥本哈根=Copenhague, Århus=奥胡斯=Aarhus=Aarhus, Odense=欧登塞, Aalborg=奥尔堡
SE **Stockholm=斯德哥尔摩, *Gothenburg=哥德堡=Göteborg, Malmö=马尔默, Uppsala=乌普萨拉, Umeå=于默奥, Luleå=吕勒奥, Kiruna=基律纳, Sundsvall=松兹瓦尔
NO **Oslo=奥斯陆, Bergen=卑尔根, Trondheim=特隆赫姆, Stavanger=斯塔万格, Tromsø=特罗姆瑟, Bodø=博德, Kristiansand=克里斯蒂安桑
FI **Helsinki=赫尔辛基, Tampere=坦佩雷, Turku=图尔库, Oulu=奥卢, Rovaniemi=罗瓦涅米, Kuopio=库奥皮奥
IS *Reykjavík=雷克雅未克=Reykjavik=Reykjavik, Akureyri=阿克雷里
EE *Tallinn=塔林, Tartu=塔尔图
LV *Riga=里加
LT *Vilnius=维尔纽斯, Kaunas=考纳斯, Klaipėda=克莱佩达
PL **Warsaw=华沙=Varsovie, *Kraków=克拉科夫=Cracovie=Krakow, Łódź=罗兹, Wrocław=弗罗茨瓦夫, Poznań=波兹南, Gdańsk=格但斯克, Szczecin=什切青, Lublin=卢布林, Katowice=卡托维兹, Białystok=比亚韦斯托克
CZ *Prague=布拉格, Brno=布尔诺, Ostrava=俄斯特拉发
SK *Bratislava=布拉迪斯拉发, Košice=科希策
HU *Budapest=布达佩斯, Debrecen=德布勒森, Szeged=塞格德
SI Ljubljana=卢布尔雅那
HR *Zagreb=萨格勒布, Split=斯普利特, Rijeka=里耶卡
BA Sarajevo=萨拉热窝
ME Podgorica=波德戈里察
RS *Belgrade=贝尔格莱德, Novi Sad=诺维萨德, Niš=尼什
XK Pristina=普里什蒂纳
MK Skopje=斯科普里
AL Tirana=地拉那
GR **Athens=雅典=Athènes, Thessaloníki=塞萨洛尼基=Thessalonique=Thessaloniki, Pátra=帕特雷=Patras=Patras, Irákleion=伊拉克利翁=Héraklion=Heraklion
BG *Sofia=索非亚, Plovdiv=普罗夫迪夫, Varna=瓦尔纳
RO *Bucharest=布加勒斯特=Bucarest, Cluj-Napoca=克卢日-纳波卡, Timişoara=蒂米什瓦拉, Iaşi=雅西, Constanţa=康斯坦察, Craiova=克拉约瓦
MD Chisinau=基希讷乌
UA **Kyiv=基辅, Kharkiv=哈尔科夫, Odesa=敖德萨=Odessa, Dnipro=第聂伯, Lviv=利沃夫, Zaporizhzhya=扎波罗热=Zaporijjia, Donetsk=顿涅茨克, Vinnytsya=文尼察=Vinnytsia
BY *Minsk=明斯克, Homyel'=戈梅利=Homiel=Gomel, Brest=布列斯特, Vitebsk=维捷布斯克
MT Valletta=瓦莱塔=La Valette
RU **Moscow=莫斯科=Moscou, *Saint Petersburg=圣彼得堡=Saint-Pétersbourg, *Novosibirsk=新西伯利亚=Novossibirsk, *Yekaterinburg=叶卡捷琳堡=Iekaterinbourg, *Kazan=喀山, Nizhniy Novgorod=下诺夫哥罗德=Nijni Novgorod=Nizhny Novgorod, Samara=萨马拉, *Omsk=鄂木斯克, Chelyabinsk=车里雅宾斯克=Tcheliabinsk, Rostov-on-Don=顿河畔罗斯托夫=Rostov-sur-le-Don, Ufa=乌法=Oufa, *Krasnoyarsk=克拉斯诺亚尔斯克=Krasnoïarsk, Perm=彼尔姆, Voronezh=沃罗涅日=Voronej, *Volgograd=伏尔加格勒, Saratov=萨拉托夫, Krasnodar=克拉斯诺达尔, Tyumen=秋明=Tioumen, Tomsk=托木斯克, Barnaul=巴尔瑙尔=Barnaoul, *Vladivostok=符拉迪沃斯托克, *Khabarovsk=哈巴罗夫斯克, *Yakutsk=雅库茨克=Iakoutsk, Ulan-Ude=乌兰乌德=Oulan-Oude, Chita=赤塔=Tchita, *Magadan=马加丹, *Norilsk=诺里尔斯克, *Murmansk=摩尔曼斯克=Mourmansk, Arkhangel’sk=阿尔汉格尔斯克=Arkhangelsk=Arkhangelsk, Kaliningrad=加里宁格勒, Astrakhan=阿斯特拉罕, Sochi=索契=Sotchi, Vorkuta=沃尔库塔=Vorkouta, Bratsk=布拉茨克, Petropavlovsk-Kamchatsky=堪察加彼得罗巴甫洛夫斯克, Yuzhno-Sakhalinsk=南萨哈林斯克=Ioujno-Sakhalinsk, Syktyvkar=瑟克特夫卡尔, Salekhard=萨列哈尔德, Anadyr=阿纳德尔
RU.32 Surgut=苏尔古特=Sourgout
RU.05 Blagoveshchensk=布拉戈维申斯克
`;
