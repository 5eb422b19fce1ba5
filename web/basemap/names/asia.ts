/** Cities of Asia and Oceania, in the form of `china.ts`. */
export const asia = `
JP **Tokyo=东京, *Osaka=大阪, Yokohama=横滨, Nagoya=名古屋, *Sapporo=札幌, Fukuoka=福冈, Kyoto=京都, Kobe=神户, Hiroshima=广岛, Niigata=新潟, Kumamoto=熊本, Kagoshima=鹿儿岛, Naha=那霸, Hakodate=函馆, Nagasaki=长崎
JP.24 Sendai=仙台
KR **Seoul=首尔=Séoul, *Busan=釜山, Incheon=仁川, Daegu=大邱, Daejeon=大田, Ulsan=蔚山
KR.18 Gwangju=光州
KP *Pyongyang=平壤, Hamhŭng=咸兴, Chongjin=清津
MN **Ulan Bator=乌兰巴托=Oulan-Bator=Ulaanbaatar, Darhan=达尔汗
MN.25 Erdenet=额尔登特
RU.20 *Irkutsk=伊尔库茨克=Irkoutsk
VN **Hanoi=河内=Hanoï, *Ho Chi Minh City=胡志明市=Hô Chi Minh-Ville, Haiphong=海防, Da Nang=岘港=Đà Nẵng, Huế=顺化, Cần Thơ=芹苴
LA *Vientiane=万象, Luang Prabang=琅勃拉邦
KH *Phnom Penh=金边, Siem Reap=暹粒
TH **Bangkok=曼谷, Chiang Mai=清迈, Hat Yai=合艾, Khon Kaen=孔敬, Phuket=普吉
MM *Yangon=仰光=Rangoun, Mandalay=曼德勒, Nay Pyi Taw=内比都=Naypyidaw=Naypyidaw
MY **Kuala Lumpur=吉隆坡, George Town=乔治市, Johor Bahru=新山, Kuching=古晋, Kota Kinabalu=亚庇
SG **Singapore=新加坡=Singapour
BN Bandar Seri Begawan=斯里巴加湾市
ID **Jakarta=雅加达, *Surabaya=泗水, *Medan=棉兰, Semarang=三宝垄, Makassar=望加锡, Palembang=巨港, Denpasar=登巴萨, Pontianak=坤甸, Balikpapan=巴厘巴板, Manado=万鸦老, Jayapura=查亚普拉, Kupang=古邦, Ambon=安汶
ID.30 Bandung=万隆
TL Dili=帝力
PH **Manila=马尼拉=Manille, Cebu City=宿务=Cebu=Cebu, Davao=达沃, Zamboanga=三宝颜, Baguio=碧瑶
IN **New Delhi=新德里, **Mumbai=孟买=Bombay, *Kolkata=加尔各答=Calcutta, *Chennai=金奈, *Bengaluru=班加罗尔=Bangalore, *Hyderabad=海得拉巴, Ahmedabad=艾哈迈达巴德, Pune=浦那, Surat=苏拉特, Jaipur=斋浦尔, Lucknow=勒克瑙, Kanpur=坎普尔, Nagpur=那格浦尔, Indore=印多尔, Bhopal=博帕尔, Patna=巴特那, Varanasi=瓦拉纳西=Bénarès, Amritsar=阿姆利则, Guwahati=古瓦哈提, Kochi=科钦, Visakhapatnam=维沙卡帕特南, Ranchi=兰契, Srinagar=斯利那加, Bhubaneswar=布巴内斯瓦尔
IN.37 Raipur=赖布尔
PK **Islamabad=伊斯兰堡, **Karachi=卡拉奇, *Lahore=拉合尔, Faisalabad=费萨拉巴德, Peshawar=白沙瓦, Quetta=奎达, Multan=木尔坦, Hyderabad=海德拉巴
BD **Dhaka=达卡=Dacca, Chattogram=吉大港=Chittagong=Chittagong, Khulna=库尔纳, Rajshahi=拉杰沙希
NP *Kathmandu=加德满都=Katmandou, Pokhara=博克拉
BT Thimphu=廷布=Thimphou
LK *Colombo=科伦坡, Kandy=康提
MV Male=马累=Malé=Malé
AF **Kabul=喀布尔=Kaboul, Kandahār=坎大哈=Kandahar=Kandahar, Herāt=赫拉特=Hérat=Herat, Mazār-e Sharīf=马扎里沙里夫
KZ **Astana=阿斯塔纳, *Almaty=阿拉木图, Shymkent=奇姆肯特, Karagandy=卡拉干达, Aktobe=阿克托别, Atyrau=阿特劳, Aktau=阿克套, Pavlodar=巴甫洛达尔, Oral=乌拉尔, Kyzylorda=克孜勒奥尔达
UZ **Tashkent=塔什干=Tachkent, Samarkand=撒马尔罕=Samarcande, Bukhara=布哈拉=Boukhara, Nukus=努库斯, Namangan=纳曼干
KG *Bishkek=比什凯克=Bichkek, Osh=奥什
TJ *Dushanbe=杜尚别=Douchanbé, Khujand=苦盏
TM *Ashgabat=阿什哈巴德=Achgabat, Türkmenabat=土库曼纳巴德, Türkmenbaşy=土库曼巴希
IR **Tehran=德黑兰=Téhéran, *Mashhad=马什哈德, Isfahan=伊斯法罕=Ispahan, Shiraz=设拉子=Chiraz, Tabriz=大不里士, Ahvaz=阿瓦士, Kerman=克尔曼, Bandar Abbas=阿巴斯港, Zahedan=扎黑丹, Yazd=亚兹德
IQ **Baghdad=巴格达=Bagdad, Basrah=巴士拉=Bassorah=Basra, Mosul=摩苏尔=Mossoul, Erbil=埃尔比勒
SY *Damascus=大马士革=Damas, Aleppo=阿勒颇=Alep, Homs=霍姆斯
LB Beirut=贝鲁特=Beyrouth
IL Jerusalem=耶路撒冷=Jérusalem, Tel Aviv=特拉维夫, Haifa=海法=Haïfa
PS Gaza=加沙
JO *Amman=安曼, Aqaba=亚喀巴
SA **Riyadh=利雅得=Riyad, *Jeddah=吉达=Djeddah, Makkah=麦加=La Mecque=Mecca, Madinah=麦地那=Médine=Medina, Dammam=达曼, Tabuk=塔布克, Abha=艾卜哈, Buraydah=布赖代
YE *Sanaa=萨那, Aden=亚丁, Mukalla=穆卡拉
OM *Muscat=马斯喀特=Mascate, Şalālah=塞拉莱=Salalah=Salalah
AE **Dubai=迪拜=Dubaï, *Abu Dhabi=阿布扎比=Abou Dabi
QA Doha=多哈
BH Manama=麦纳麦
KW Kuwait City=科威特城=Koweït
TR **Istanbul=伊斯坦布尔, *Ankara=安卡拉, İzmir=伊兹密尔=Izmir=Izmir, Bursa=布尔萨, Adana=阿达纳, Gaziantep=加济安泰普, Konya=科尼亚, Antalya=安塔利亚, Kayseri=开塞利, Erzurum=埃尔祖鲁姆, Diyarbakır=迪亚巴克尔, Samsun=萨姆松, Trabzon=特拉布宗
GE *Tbilisi=第比利斯=Tbilissi, Batumi=巴统=Batoumi
AM *Yerevan=埃里温=Erevan
AZ *Baku=巴库=Bakou, Ganja=占贾
CY Nicosia=尼科西亚=Nicosie
AU **Sydney=悉尼, **Melbourne=墨尔本, *Brisbane=布里斯班, **Perth=珀斯, *Adelaide=阿德莱德=Adélaïde, *Canberra=堪培拉, *Darwin=达尔文, Hobart=霍巴特, Cairns=凯恩斯, Townsville=汤斯维尔, Alice Springs=艾丽斯斯普林斯, Newcastle=纽卡斯尔, Kalgoorlie=卡尔古利
NZ *Auckland=奥克兰, *Wellington=惠灵顿, Christchurch=克赖斯特彻奇, Dunedin=达尼丁
PG *Port Moresby=莫尔兹比港, Lae=莱城
FJ Suva=苏瓦
NC Nouméa=努美阿=Nouméa=Nouméa
VU Port-Vila=维拉港
SB Honiara=霍尼亚拉
WS Apia=阿皮亚
TO Nuku‘alofa=努库阿洛法
PF Papeete=帕皮提
`;
