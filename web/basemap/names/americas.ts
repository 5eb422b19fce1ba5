/** Cities of the Americas, in the form of `china.ts`. */
export const americas = `
US.NY **New York City=纽约=New York=New York, Buffalo=布法罗, Albany=奥尔巴尼, Rochester=罗切斯特, Syracuse=锡拉丘兹
US.DC *Washington=华盛顿=Washington=Washington
US.CA **Los Angeles=洛杉矶, **San Francisco=旧金山, *San Diego=圣迭戈, Sacramento=萨克拉门托, San Jose=圣何塞, Fresno=弗雷斯诺
US.IL **Chicago=芝加哥, Springfield=斯普林菲尔德
US.TX **Houston=休斯敦, *Dallas=达拉斯, San Antonio=圣安东尼奥, Austin=奥斯汀, El Paso=埃尔帕索, Amarillo=阿马里洛
US.PA *Philadelphia=费城=Philadelphie, Pittsburgh=匹兹堡
US.AZ *Phoenix=菲尼克斯, Tucson=图森
US.FL **Miami=迈阿密, Tampa=坦帕, Orlando=奥兰多, Jacksonville=杰克逊维尔, Tallahassee=塔拉哈西
US.GA *Atlanta=亚特兰大, Savannah=萨凡纳
US.MA *Boston=波士顿
US.MI *Detroit=底特律
US.WA **Seattle=西雅图, Spokane=斯波坎
US.MN *Minneapolis=明尼阿波利斯
US.CO **Denver=丹佛
US.MO *St. Louis=圣路易斯=Saint-Louis=St. Louis, Kansas City=堪萨斯城
US.LA *New Orleans=新奥尔良=La Nouvelle-Orléans
US.NV *Las Vegas=拉斯维加斯, Reno=里诺
US.OR *Portland=波特兰
US.UT *Salt Lake City=盐湖城
US.NC Charlotte=夏洛特, Raleigh=罗利
US.TN Nashville=纳什维尔, Memphis=孟菲斯
US.OH Columbus=哥伦布, Cleveland=克利夫兰, Cincinnati=辛辛那提
US.IN Indianapolis=印第安纳波利斯
US.WI Milwaukee=密尔沃基
US.OK Oklahoma City=俄克拉何马城
US.NM *Albuquerque=阿尔伯克基
US.MD Baltimore=巴尔的摩
US.VA Richmond=里士满
US.KY Louisville=路易斯维尔
US.AL Birmingham=伯明翰
US.AR Little Rock=小石城
US.NE Omaha=奥马哈
US.IA Des Moines=得梅因
US.KS Wichita=威奇托
US.ID Boise=博伊西
US.MT Billings=比灵斯
US.ND Bismarck=俾斯麦
US.SD Rapid City=拉皮德城
US.WY Cheyenne=夏延
US.MS Jackson=杰克逊
US.SC Charleston=查尔斯顿
US.ME Portland=波特兰
US.AK **Anchorage=安克雷奇, Fairbanks=费尔班克斯, Juneau=朱诺
US.HI **Honolulu=檀香山
PR San Juan=圣胡安
CA **Toronto=多伦多, *Montréal=蒙特利尔=Montréal=Montreal, **Vancouver=温哥华, *Ottawa=渥太华, *Calgary=卡尔加里, *Edmonton=埃德蒙顿, *Winnipeg=温尼伯, Québec=魁北克=Québec=Quebec, Halifax=哈利法克斯, Regina=里贾纳, Saskatoon=萨斯卡通, *St. John's=圣约翰斯, *Yellowknife=耶洛奈夫, *Whitehorse=怀特霍斯, *Iqaluit=伊卡卢伊特, Thunder Bay=桑德贝, Prince George=乔治王子城
CA.02 Victoria=维多利亚
GL *Nuuk=努克
MX **Mexico City=墨西哥城=Mexico, *Guadalajara=瓜达拉哈拉, Puebla=普埃布拉, Tijuana=蒂华纳, León de los Aldama=莱昂, Ciudad Juárez=华雷斯城, Mérida=梅里达, Cancún=坎昆, Hermosillo=埃莫西约, Acapulco de Juárez=阿卡普尔科, Veracruz=韦拉克鲁斯, Culiacán=库利亚坎, Torreón=托雷翁
MX.19 *Monterrey=蒙特雷
MX.06 Chihuahua=奇瓦瓦
MX.03 La Paz=拉巴斯
GT *Guatemala City=危地马拉城=Guatemala
BZ Belmopan=贝尔莫潘
SV San Salvador=圣萨尔瓦多
HN Tegucigalpa=特古西加尔巴
NI Managua=马那瓜
CR.08 San José=圣何塞
PA *Panama City=巴拿马城=Panama
CU **Havana=哈瓦那=La Havane, Santiago de Cuba=圣地亚哥
JM Kingston=金斯敦
HT Port-au-Prince=太子港
DO *Santo Domingo=圣多明各=Saint-Domingue
BS Nassau=拿骚
BB Bridgetown=布里奇敦
TT Port of Spain=西班牙港=Port-d’Espagne
MQ Fort-de-France=法兰西堡
GP Pointe-à-Pitre=皮特尔角城
CO **Bogotá=波哥大=Bogota=Bogota, *Medellín=麦德林, Cali=卡利, Barranquilla=巴兰基亚, Cartagena=卡塔赫纳=Carthagène, Bucaramanga=布卡拉曼加, Leticia=莱蒂西亚
VE **Caracas=加拉加斯, Maracaibo=马拉开波, Ciudad Guayana=圭亚那城, Barquisimeto=巴基西梅托
GY Georgetown=乔治敦
SR Paramaribo=帕拉马里博
GF Cayenne=卡宴
EC *Quito=基多, Guayaquil=瓜亚基尔
PE **Lima=利马, Arequipa=阿雷基帕, Iquitos=伊基托斯, Trujillo=特鲁希略, Piura=皮乌拉
PE.08 Cusco=库斯科
BO *La Paz=拉巴斯, *Santa Cruz de la Sierra=圣克鲁斯, Sucre=苏克雷, Cochabamba=科恰班巴
BR **São Paulo=圣保罗, **Rio de Janeiro=里约热内卢, **Brasília=巴西利亚=Brasilia=Brasilia, *Salvador=萨尔瓦多, *Fortaleza=福塔莱萨, *Belo Horizonte=贝洛奥里藏特, **Manaus=马瑙斯, *Recife=累西腓, *Porto Alegre=阿雷格里港, Curitiba=库里蒂巴, Goiânia=戈亚尼亚, *Cuiabá=库亚巴, Porto Velho=波多韦柳, São Luís=圣路易斯, Natal=纳塔尔, Teresina=特雷西纳, Florianópolis=弗洛里亚诺波利斯, Rio Branco=里奥布朗库, Macapá=马卡帕
BR.16 *Belém=贝伦
BR.11 Campo Grande=大坎普
BR.25 Boa Vista=博阿维斯塔
PY *Asunción=亚松森=Asuncion=Asuncion, Ciudad del Este=东方市
UY *Montevideo=蒙得维的亚
AR **Buenos Aires=布宜诺斯艾利斯, *Córdoba=科尔多瓦, Rosario=罗萨里奥, *Mendoza=门多萨, San Miguel de Tucumán=图库曼, Salta=萨尔塔, Bahía Blanca=布兰卡港, Mar del Plata=马德普拉塔, Neuquén=内乌肯, *Comodoro Rivadavia=里瓦达维亚海军准将城, Ushuaia=乌斯怀亚, Resistencia=雷西斯滕西亚, Río Gallegos=里奥加耶戈斯
CL **Santiago=圣地亚哥, Valparaíso=瓦尔帕莱索, Concepción=康塞普西翁, *Antofagasta=安托法加斯塔, Puerto Montt=蒙特港, *Punta Arenas=蓬塔阿雷纳斯, Iquique=伊基克, Arica=阿里卡
FK Stanley=斯坦利
`;
