/** Cities of Africa, in the form of `china.ts`. */
export const africa = `
EG **Cairo=开罗=Le Caire, *Alexandria=亚历山大=Alexandrie, Aswān=阿斯旺=Assouan=Aswan, Luxor=卢克索=Louxor, Port Said=塞得港=Port-Saïd, Assiut=艾斯尤特=Assiout
LY **Tripoli=的黎波里, Benghazi=班加西, Misratah=米苏拉塔, Sabha=塞卜哈
TN *Tunis=突尼斯, Sfax=斯法克斯
DZ **Algiers=阿尔及尔=Alger, Oran=奥兰, Constantine=君士坦丁, Tamanghasset=塔曼拉塞特=Tamanrasset=Tamanrasset, Ghardaïa=盖尔达耶, Béchar=贝沙尔
MA **Casablanca=卡萨布兰卡, *Rabat=拉巴特, Marrakesh=马拉喀什=Marrakech, Fes=非斯=Fès, Tangier=丹吉尔=Tanger, Agadir=阿加迪尔
MR *Nouakchott=努瓦克肖特
ML **Bamako=巴马科, Timbuktu=廷巴克图=Tombouctou, Gao=加奥
NE *Niamey=尼亚美, Agadez=阿加德兹, Zinder=津德尔
TD *N'Djamena=恩贾梅纳, Moundou=蒙杜, Abéché=阿贝歇
SD **Khartoum=喀土穆, Port Sudan=苏丹港=Port-Soudan, Kassala=卡萨拉, El Obeid=欧拜伊德
SS *Juba=朱巴=Djouba, Wau=瓦乌
ER Asmara=阿斯马拉
DJ Djibouti=吉布提
ET **Addis Ababa=亚的斯亚贝巴=Addis-Abeba, Dire Dawa=德雷达瓦, Mek'ele=默克莱, Bahir Dar=巴赫达尔
SO *Mogadishu=摩加迪沙=Mogadiscio, Hargeysa=哈尔格萨
KE **Nairobi=内罗毕, Mombasa=蒙巴萨, Kisumu=基苏木
UG *Kampala=坎帕拉, Gulu=古卢
RW Kigali=基加利
BI Bujumbura=布琼布拉
TZ **Dar es Salaam=达累斯萨拉姆, Dodoma=多多马, Mwanza=姆万扎, Arusha=阿鲁沙, Zanzibar=桑给巴尔, Mbeya=姆贝亚
CD **Kinshasa=金沙萨, *Lubumbashi=卢本巴希, Kisangani=基桑加尼, Mbuji-Mayi=姆布吉马伊, Goma=戈马, Mbandaka=姆班达卡
CG Brazzaville=布拉柴维尔, Pointe-Noire=黑角
GA Libreville=利伯维尔
GQ Malabo=马拉博
CM *Yaoundé=雅温得, Douala=杜阿拉, Garoua=加鲁阿
CF *Bangui=班吉
NG **Lagos=拉各斯, *Abuja=阿布贾, *Kano=卡诺, Ibadan=伊巴丹, Port Harcourt=哈科特港, Kaduna=卡杜纳, Maiduguri=迈杜古里, Benin City=贝宁城, Enugu=埃努古
BJ Porto-Novo=波多诺伏, Cotonou=科托努
TG Lomé=洛美
GH *Accra=阿克拉, Kumasi=库马西, Tamale=塔马利
CI *Abidjan=阿比让, Yamoussoukro=亚穆苏克罗, Bouaké=布瓦凯
BF *Ouagadougou=瓦加杜古, Bobo-Dioulasso=博博迪乌拉索
LR Monrovia=蒙罗维亚
SL Freetown=弗里敦
GN Conakry=科纳克里
GW Bissau=比绍
GM Banjul=班珠尔
SN **Dakar=达喀尔, Saint-Louis=圣路易
CV Praia=普拉亚
ST São Tomé=圣多美
AO **Luanda=罗安达, Huambo=万博, Lubango=卢班戈, Benguela=本格拉
ZM *Lusaka=卢萨卡, Ndola=恩多拉, Livingstone=利文斯通
ZW *Harare=哈拉雷, Bulawayo=布拉瓦约
MW Lilongwe=利隆圭, Blantyre=布兰太尔
MZ *Maputo=马普托, Beira=贝拉, Nampula=楠普拉
MG **Antananarivo=塔那那利佛, Toamasina=图阿马西纳, Mahajanga=马哈赞加
KM Moroni=莫罗尼
MU Port Louis=路易港=Port-Louis
RE Saint-Denis=圣但尼
SC Victoria=维多利亚
NA *Windhoek=温得和克, Walvis Bay=鲸湾港
BW Gaborone=哈博罗内, Maun=马翁
ZA **Johannesburg=约翰内斯堡, **Cape Town=开普敦=Le Cap, *Durban=德班, *Pretoria=比勒陀利亚, Gqeberha=伊丽莎白港, Bloemfontein=布隆方丹, East London=东伦敦, Kimberley=金伯利, Polokwane=波罗瓜尼, Upington=阿平顿
LS Maseru=马塞卢
SZ Mbabane=姆巴巴纳
EH Laayoune=阿尤恩=Laâyoune
`;
