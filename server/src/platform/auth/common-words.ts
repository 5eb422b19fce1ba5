/**
 * Words at the top of every published list of guessed passwords, by theme, in lower case and with letters only. The
 * rule handles digits and symbols around them and digits in place of letters.
 */
const themes = [
  // Words about access.
  'pass passe password passwort passwd passphrase pwd login logon signin secret secrets private access admin administrator',
  'root user username guest test tester testing default changeme change letmein welcome master manager system sysadmin',
  'super superuser superman supervisor operator service support server oracle mysql postgres postgresql database backup',
  'demo public temp temporary example sample blank nothing nopass unknown anonymous security secure hacker hackme enter',
  'open opensesame sesame unlock key keyboard computer internet website webmaster office windows linux ubuntu debian',
  'cisco router switch network company home family house mobile phone iphone samsung nokia google facebook youtube',
  'twitter instagram linkedin microsoft apple amazon alibaba taobao tencent wechat weixin baidu huawei xiaomi lenovo',
  'ruoyi limpid station sensor monitor gateway airquality air',
  // Keyboard patterns that are not straight walks.
  'qwert qwertz azert zxcv asdf qaz wsx qazwsx zaq xsw',
  // Affection.
  'love lover loveme loveyou iloveyou ilove iloveu lovely mylove sweet sweetie sweetheart honey baby babygirl babyboy',
  'darling angel angels princess prince queen king kiss kisses kissme heart happy smile sunshine sunny moonlight star',
  'stars starlight sexy beautiful beauty pretty cute cutie friend friends forever freedom peace hope faith trust dream',
  'dreams destiny heaven hello hellohello goodbye thanks please whatever nevermind trustno trustnoone blessed jesus',
  'hottie hotties sexygirl hotstuff babe babes babydoll badboy badgirl bestfriend bestfriends bigdaddy biggie bitch boomer',
  'boobs bubba bubbles cupcake daddy daddysgirl dearest fuckme fuckoff fuckyou gangsta gangster girls boyfriend girlfriend',
  'hotmail ihateyou imissyou jellybean lollipop lollypop loser mommy mother father brother sister mylife mynoob player',
  'playboy pookie precious pumpkin rockon rocky scooter skippy slayer softball spongebob stupid sunflower teamo tequiero',
  'tinkerbell topgun trouble twilight bandit biteme bigdog blahblah blowme bond booboo broncos cooper cowboy dexter dallas',
  'eagle eclipse fender flyers gemini giants gunner hammer iceman jester junior ladybug lakers mibebe marlboro midnight',
  'miller murphy nascar natalia passion patriots peanut peaches phantom prince redskins redwings rush scorpio smokey',
  'spartan spanky sparky snowball sugar sweetpea tarzan tequila thumper titanic toyota tucker winnie xxxxxx zxcvb yamaha',
  'christ god godisgood allah buddha faithful lucky',
  // Names.
  'alex alexander alexandra alice amanda amelie andrea andrew angela anna anthony antoine arthur ashley austin barbara',
  'benjamin brandon brian camille carlos caroline catherine cecile charles charlie charlotte chloe chris christian',
  'christine christopher claire claude daniel david dennis diana dominic edward elizabeth emily emma eric estelle eva',
  'florian francois frank george gerard guillaume hannah harry hugo isabelle jack jackson jacob jacques james jasmine',
  'jason jean jennifer jeremy jessica joel john johnny jonathan jordan joseph joshua julia julie julien justin karine',
  'katie kevin killian laura laurent lea leo lisa louis louise lucas lucie luke manon marc maria marie marine mark',
  'martin martine mary mathieu matthew maxime melanie melissa michael michel michelle mickael mike monica morgan natalie',
  'nathan nicolas nicole noah olivia olivier oscar pascal patrick paul pauline peter philippe pierre quentin rachel',
  'rebecca richard robert robin romain ryan samantha samuel sandra sarah sebastien simon sophie stephane stephanie',
  'steven sylvie thomas tiffany tigger tom valentin valerie vanessa vincent virginie william xavier yannick zoe',
  'aaron abigail adam adrian adriana alan albert alejandro alexis alfred alicia allison alyssa amber amy andre andreas',
  'angelina angelo anita annie antonio april ariel arnold aurelie aurora bailey beatrice bella bernard bernie bethany betty',
  'bianca billy bob bobby bonnie brad bradley brenda brittany brooke bruce bruno caitlin calvin cameron carl carla carmen',
  'carol casey cassie celine chad chelsea chester cindy clara claudia cody colin connie connor courtney craig crystal curtis',
  'cynthia dakota damien danielle danny darren dave dean deborah debbie denise derek destiny diane diego dominique donald',
  'donna doris douglas duncan dustin dylan eddie edgar eduardo elaine eleanor elena elisa ellen elodie eminem eugene evan',
  'fabien fabrice felix fernando fiona florence frances francesca francis fred freddy gabriel gabriela gary genesis geoffrey',
  'gilbert gloria gordon grace graham greg gregory gustavo hailey harold heather hector heidi helen helene henry herbert',
  'howard ian irene isaac isabel isabella ivan jackie jade jake jamie jane janet janice jared javier jeff jeffrey jenna',
  'jenny jerome jerry jesse jessie jill jimmy joanna joanne joe johanna jorge jose josh juan judith julian juliette karen',
  'karl kate katherine kathleen kathy kayla keith kelly kelsey ken kenneth kerry kim kimberly kristen kristin kyle lauren',
  'laurie leah leon leonard leslie liam linda lindsay lindsey logan lorenzo lori lorraine lucia lucy luis lydia mackenzie',
  'madison maggie manuel marcel marco marcus margaret margot maria mariah marina mario marion marlene marshall marvin',
  'mason mateo matt max megan mercedes mia miguel mitchell molly monique nadia nancy natasha nathalie neil nelson nick',
  'nina nora oliver pablo paige pamela patricia paula pedro penny phil philip rafael ralph ramon randy raphael raymond',
  'regina remi renee ricardo rick ricky rita robbie roberto rodney rodrigo roger roland roman ronald rosie roxane roxy roy',
  'ruben russell ruth sabrina sally sam sammy santiago sara scott sean sergio shannon sharon shawn sheila shelby sierra',
  'skyler sofia spencer stanley stella stephen steve stuart susan suzanne sydney sylvia tamara tanya tara taylor teresa',
  'terry theresa theo tiffany tim timothy tina todd tommy tony tracy travis trevor tristan troy tyler valentina veronica',
  'victoria virginia vivian walter wanda warren wayne wendy wesley whitney willie winston yolanda yvonne zachary',
  'wang zhang chen liu yang huang zhao zhou xu sun ma zhu hu guo lin luo liang song tang wei wangwei zhangwei liwei',
  'wangfang lina zhangmin lijing wangjing liuyang zhangjing wangyan xiaoming xiaohong lilei hanmeimei',
  // Animals.
  'animal animals bear bird birdie bulldog bunny butterfly buster cat cats chicken cookie cow coyote dog dogs doggy',
  'dolphin dolphins donkey dragon dragons duck eagle eagles elephant falcon fish fishing fox frog gorilla hamster horse',
  'horses jaguar kitten kitty koala lion lions lizard monkey mouse mustang panda panther parrot penguin phoenix pig',
  'piglet pony poodle puppy rabbit raptor raven scorpion shadow shark snake snoopy spider spiderman squirrel tiger',
  'tigers tweety turtle unicorn viper wolf wolves wolverine zebra',
  // Seasons, months, days, times.
  'spring summer autumn fall winter january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday weekend holiday holidays vacation christmas easter halloween',
  'birthday morning evening midnight today tomorrow yesterday',
  'printemps ete automne hiver janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'lundi mardi mercredi jeudi vendredi samedi dimanche vacances noel paques anniversaire',
  // Sports, music, cars, games, films.
  'football soccer baseball basketball hockey tennis golf golfer rugby cricket volleyball hunter hunting racing runner',
  'swimming skate skateboard snowboard surfer chelsea arsenal liverpool manchester barcelona realmadrid juventus milan',
  'bayern psg lakers yankees cowboys steelers packers raiders redsox bulls rangers marseille ronaldo messi beckham zidane',
  'jordan michaeljordan lebron kobe music guitar piano drummer metal metallica nirvana slipknot beatles queen eminem',
  'rockstar rocknroll blink korn greenday acdc pinkfloyd madonna porsche ferrari lamborghini mercedes bmw audi honda',
  'toyota nissan yamaha suzuki kawasaki harley camaro corvette chevy ford jeep renault peugeot citroen volkswagen pokemon',
  'pikachu mario zelda sonic nintendo playstation xbox minecraft fortnite roblox warcraft starcraft counterstrike',
  'pubg diablo matrix starwars skywalker yoda vader batman superman spiderman ironman hulk naruto sasuke goku dragonball',
  'gandalf frodo hobbit harrypotter hermione potter merlin simpsons homer bart garfield mickey minnie disney barbie',
  'hellokitty',
  // Places.
  'america american england english london london france french paris lyon marseille toulouse bordeaux nantes lille',
  'bretagne china chinese beijing shanghai guangzhou shenzhen hangzhou nanjing chengdu wuhan tianjin chongqing hongkong',
  'taiwan zhongguo canada montreal quebec germany berlin italy roma spain madrid russia moscow japan tokyo india mumbai',
  'australia sydney texas dallas houston chicago boston newyork california florida miami africa brasil mexico',
  // Things.
  'apple apples banana orange cherry strawberry peach lemon mango chocolate candy sugar coffee pepper ginger butter cheese',
  'pizza bacon burger cocacola pepsi beer vodka whiskey water fire flower flowers rose roses lily daisy jasmine diamond',
  'silver golden gold money dollar business rainbow purple green yellow black white blue red pink orange snow ice storm',
  'thunder lightning ocean river mountain island forest earth world universe galaxy planet rocket pilot captain soldier',
  'ranger ninja samurai warrior knight wizard magic mystery monster zombie vampire ghost killer killme devil demon evil',
  'death danger action victory victor winner champion legend number numberone one first maverick merlin genius einstein',
  'student teacher school college university doctor police army marine navy airforce',
  // French.
  'motdepasse mdp azerty azertyuiop bonjour bonsoir salut coucou soleil lune etoile amour monamour jetaime jtm cheri cherie',
  'chouchou doudou loulou loulette nounou poupou bebe bisous princesse coeur tendresse chocolat bonbon caramel vanille',
  'nutella maison famille maman papa mamie papy enfant enfants chien chat chaton cheval lapin tigre loup dauphin poisson',
  'oiseau papillon tortue souris merde putain salope connard chocolate liberte egalite fraternite republique marseillaise',
  'football olympique secretaire directeur bienvenue ouvre sesame ordinateur internet musique guitare voiture moto',
  // Pinyin and number talk.
  'mima woaini woaiwo aini woaiwojia woaizhongguo woaibaba woaimama nihao nimabi caonima wocao shabi wodemima wode wojia',
  'baobao laopo laogong qinaide xingfu kuaile pingan meili tiantian xiaoxiao dandan tingting feifei lele huanhuan',
  'jiangnan zhongwen guanli guanliyuan xitong yonghu denglu ceshi gongsi qq qwe abc aa asd zxc woshishui buzhidao',
];

export const commonWords: ReadonlySet<string> = new Set(themes.flatMap((theme) => theme.split(' ')));

/** Digits that stand for words, beside straight and repeated ones. */
export const commonNumbers: ReadonlySet<string> = new Set(
  (
    '5201314 1314520 520520 521521 147258369 147258 258369 159357 159753 753951 741852963 963852741 789456123 456789 ' +
    '123654 123321 112233 11223344 1122334455 121212 131313 101010 202020 007007 666888 888666 168168 518518 314159 ' +
    '31415926 271828 696969 420420 100200 102030 010203 147852 123789 987123 134679 192837465 246810 13579 135791 97531 ' +
    '24681012 5211314 7758521 7758258 3344520 1314521 201314 584520 110110 119119 120120 10086 10010 12306'
  ).split(' '),
);
