-- What a user name looks like: letters of other scripts, wide forms, digits and capitals that a reader takes for a Latin
-- letter become that letter, pairs that look like one letter (rn, vv, cl) become that one, invisible characters go. Two names with one skeleton cannot be told apart on a screen. The
-- escapes are Cyrillic, Greek, Armenian, Cherokee, Lisu, Coptic and phonetic letters in the order of the Latin alphabet,
-- then Arabic, Persian and Devanagari digits, then invisible characters.
create function name_skeleton(name text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(replace(lower(translate(normalize(name, nfkc),
    U&'\0430\0410\03b1\0391\0251\1d00\13aa\a4ee\2c81\2c80\0432\0412\044c\042c\03b2\0392\0299\0185\13f4\a4d0\2c82'
    '\0441\0421\03c2\03f9\1d04\13df\a4da\2ca5\2ca4\0501\0500\1d05\13a0\a4d3\0435\0415\04bd\04bc\03b5\0395\025b'
    '\1d07\13ac\a4f0\a730\a4dd\03dd\03dc\050d\050c\0581\0261\0262\13c0\a4d6\04bb\04ba\043d\041d\0570\0397\029c'
    '\13bb\a4e7\2c8e\0456\0406\03b9\0399\0131\0269\026a\13a5\2c92\0458\0408\03f3\0575\0237\1d0a\13ab\a4d9\043a'
    '\041a\03ba\039a\1d0b\13e6\a4d7\2c94\2c951I\04cf\04c0\029f\13de\a4e1\056c\053c\a4f2\043c\041c\039c\1d0d'
    '\13b7\a4df\2c98\043f\041f\03b7\039d\0578\0274\a4e0\2c9a0\043e\041e\03bf\039f\03c3\0585\0555\1d0f\a4f3'
    '\2c9f\2c9e\0440\0420\03c1\03a1\1d18\13e2\a4d1\01bf\2ca3\2ca2\051b\051a\0566\0433\0413\0491\0490\0280\13a1'
    '\13d2\a4e3\0455\0405\a731\13da\a4e2\054f\01bd\0442\0422\03c4\03a4\1d1b\13a2\a4d4\2ca6\2ca7\03c5\03bc\057d'
    '\054d\1d1c\a4f4\0475\0474\03bd\1d20\13d9\a4e6\028b\051d\051c\03c9\0461\0460\1d21\13b3\a4ea\0445\0425\03c7'
    '\03a7\a4eb\2cac\2cad\0443\0423\04af\04ae\03b3\03a5\028f\13a9\a4ec\0396\03b6\1d22\13c3\a4dc\0451\0401\0457'
    '\0407\03ca\03aa\04d5\04d4\0660\06f0\0966\0661\06f1\0967\0662\06f2\0968\0663\06f3\0969\0664\06f4\096a\0665'
    '\06f5\096b\0666\06f6\096c\0667\06f7\096d\0668\06f8\096e\0669\06f9\096f\00ad\034f\061c\115f\1160\17b4\17b5'
    '\180b\180c\180d\180e\200b\200c\200d\200e\200f\202a\202b\202c\202d\202e\2060\2061\2062\2063\2064\3164\fe00'
    '\fe01\fe02\fe03\fe04\fe05\fe06\fe07\fe08\fe09\fe0a\fe0b\fe0c\fe0d\fe0e\fe0f\feff\ffa0',
    U&'aaaaaaaaaabbbbbbbbbbbcccccccccdddddeeeeeeeeeeffffggggggghhhhhhhhhhiiiiiiiiijjjjjjjjkkkkkkkkkllllllllllmmm'
    'mmmmnnnnnnnnooooooooooooppppppppppqqqrrrrrrrrssssssstttttttttuuuuuuvvvvvvvwwwwwwwwxxxxxxxyyyyyyyyyzzzzz'
    '\00eb\00eb\00ef\00ef\00ef\00ef\00e6\00e6ooolll222333444555666777888999')), 'rn', 'm'), 'vv', 'w'), 'cl', 'd')
$$;
create index sys_user_name_skeleton on sys_user (name_skeleton(user_name)) where del_flag = '0';

-- A refused phone or e-mail would tell anybody that somebody has it. Whether one is taken is checked by the server, among the
-- users that the writer may see.
drop index sys_user_phonenumber;
drop index sys_user_email;
create index sys_user_phonenumber on sys_user (phonenumber) where del_flag = '0' and phonenumber <> '';
create index sys_user_email on sys_user (lower(email)) where del_flag = '0' and email <> '';
