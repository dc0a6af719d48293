-- Text as people type it (decisions/133): one search form, numbers that are found as pages write them, and text without invisible characters.

-- ---- The search form

-- Text as it is searched, compared by filters, and sorted, the same under every collation that a database may have: without case, accents, apostrophes and
-- invisible characters; a hyphen is a blank, and several are one. plainText in shared/text.rules.ts has the same rule. The capital letters are written out, as
-- Unicode 17 pairs them: lower() knows those of the database's collation alone, of "C" those of ASCII.
create or replace function plain_text(value text) returns text language plpgsql immutable strict parallel safe as $$
declare folded text collate "C" := value;
begin
  if folded ~ '^[\u0001-\u007f]*$' then
    return lower(regexp_replace(translate(folded, '''`', ''), '[\t-\r -]+', ' ', 'g'));
  end if;
  -- Accents that stand alone are typed as apostrophes; compatibility forms would make blanks of them.
  folded := normalize(translate(folded, E'\u00b4\u0384\u1ffd', ''), nfkd);
  folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''`\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g');
  folded := lower(regexp_replace(folded, '[\t-\r \u1680\u2010-\u2015\u2028\u2029\u2212-]+', ' ', 'g'));
  folded := translate(folded,
    'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡łøđðħŧıς',
    'ædoþdhlŋœtɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃loddhtiσ');
  return replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $$;

-- ---- What is kept in this form: the rule of a stored column is replaced with the column

drop trigger patient_device_index on patients;
-- Of two names of which one begins with the other, the shorter one is first: the sign between the names of a person sorts before a blank.
-- Also found: telephone numbers by their digits, and ZIP and postal codes without blanks and hyphens.
alter table patients drop column search_text, drop column name_key,
  add column search_text text collate "C" not null generated always as (plain_text(
    first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(assigned_id, '') || ' ' || coalesce(current_serial, '')
    || ' ' || coalesce(phone, '') || ' ' || coalesce(mobile_phone, '') || ' ' || translate(coalesce(zip, ''), ' -', ''))) stored,
  add column name_key text collate "C" not null generated always as (plain_text(last_name) || chr(9) || plain_text(first_name)) stored;
create index patients_search on patients using gin (search_text gin_trgm_ops);
create index patients_name on patients (name_key, id) include (visible_org_ids, location_id);
-- The same Patient ID twice in one organization.
create index patients_assigned_key on patients (org_id, plain_text(assigned_id)) where assigned_id is not null;

update device_index i set search_text = now.search_text from device_index_of(-2147483648, 2147483647) now
 where now.history_id = i.history_id and now.search_text <> i.search_text;
create trigger patient_device_index after update on patients for each row
  when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is distinct from (new.visible_org_ids, new.location_id, new.last_name, new.search_text))
  execute function patient_device_index();

alter table user_accounts drop column search_text, drop column name_key,
  add column search_text text collate "C" not null generated always as (plain_text(email || ' ' || first_name || ' ' || last_name)) stored,
  add column name_key text collate "C" not null generated always as (plain_text(last_name) || chr(9) || plain_text(first_name)) stored;
create index user_accounts_search on user_accounts using gin (search_text gin_trgm_ops);
create index user_accounts_name_key on user_accounts (org_id, name_key, id);
create index user_accounts_every_name_key on user_accounts (name_key, id);

alter table organizations drop column search_text, drop column name_key,
  add column search_text text collate "C" not null generated always as (plain_text(name || ' ' || coalesce(dme_id, ''))) stored,
  add column name_key text collate "C" not null generated always as (plain_text(name)) stored;
create index organizations_search_text on organizations using gin (search_text gin_trgm_ops);
create index organizations_name on organizations (name_key, id);
create index organizations_search on organizations using gin (name_key gin_trgm_ops);
create index organizations_type on organizations (type_id, name_key, id);
create index organizations_active on organizations (active, name_key, id);

alter table locations drop column search_text, drop column name_key,
  add column search_text text collate "C" not null
    generated always as (plain_text(name || ' ' || coalesce(custom_id, '') || ' ' || coalesce(dme_id, ''))) stored,
  add column name_key text collate "C" not null generated always as (plain_text(name)) stored;
create index locations_search_text on locations using gin (search_text gin_trgm_ops);
create index locations_name on locations (name_key, id);
create index locations_organization_name on locations (org_id, name_key, id);

alter table legacy_locations drop column name_key,
  add column name_key text collate "C" not null generated always as (plain_text(name)) stored;
create index legacy_locations_name on legacy_locations using gin (name_key gin_trgm_ops);

drop index mobile_users_search;
alter table mobile_users add column search_text text collate "C" not null generated always as (plain_text(email)) stored;
create index mobile_users_search on mobile_users using gin (search_text gin_trgm_ops);

-- ---- The same Patient ID is a warning too

drop function possible_duplicates(text, date, text[], text, int);
-- At most 5 patients that the caller sees and that may be the one being entered, the best match first. $1: name_key, $2: date of birth, $3: phone numbers,
-- $4: e-mail address in small letters, $5: the patient being changed, who is left out, $6: Patient ID in search form, which is compared within the
-- organization of that patient, else the one in which the caller works: each organization of a shared patient may have numbers of its own.
create function possible_duplicates(text, date, text[], text, int, text) returns table (id int, reasons text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, array_agg(distinct k.reason order by k.reason) from (
    (select p.id, 'name_and_birth_date' as reason from patients p
      where p.name_key = $1 and p.birth_date = $2 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'phone' from patients p where p.mobile_phone = any ($3) and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'email' from patients p where lower(p.email) = $4 and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
    union all
    (select p.id, 'assigned_id' from patients p where plain_text(p.assigned_id) = $6 and p.assigned_id is not null
        and p.org_id = coalesce((select e.org_id from patients e where e.id = $5 and ctx_sees(e.visible_org_ids, array[e.location_id])), ctx_acting(), ctx_org())
        and ctx_sees(p.visible_org_ids, array[p.location_id]) limit 20)
  ) k (id, reason)
   where k.id is distinct from $5 and (ctx_may('create.patient') or ctx_may('update.patient'))
   group by k.id order by count(distinct k.reason) desc, k.id limit 5
$$;

-- ---- Names that were stored as they were pasted: composed, and without characters that are not seen

create function pg_temp.shown_name(value text) returns text language sql immutable as $$
  select normalize(regexp_replace(value, '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g'), nfc)
$$;
update patients set first_name = pg_temp.shown_name(first_name), last_name = pg_temp.shown_name(last_name)
 where (first_name || last_name) ~ '[^\u0001-\u007f]' and pg_temp.shown_name(last_name) <> ''
   and (first_name, last_name) is distinct from (pg_temp.shown_name(first_name), pg_temp.shown_name(last_name));

-- ---- Owners of the functions

grant create on schema public to airlog_definer;
revoke all on function possible_duplicates(text, date, text[], text, int, text) from public;
alter function possible_duplicates(text, date, text[], text, int, text) owner to airlog_definer;
revoke create on schema public from airlog_definer;
grant execute on function possible_duplicates(text, date, text[], text, int, text) to airlog_org, airlog_support;
