/**
 * Hashes of `password` made by other programs, by kind. "AuthMe's own test" is its class of that name in
 * authme-core/src/test/…/security/crypts; passlib and hashlib are Python's.
 */
export const hashesOfPassword: Record<string, string> = {
  // The reference implementation's own tests (P-H-C/phc-winner-argon2, src/test.c).
  'argon2id of other costs':
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  argon2i: '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  // libxcrypt; $2y$ is PHP's name for the same.
  'bcrypt $2b$': '$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
  'bcrypt $2y$': '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu',
  // RFC 7914, section 12.
  scrypt:
    '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA',
  // RFC 6070: 4096 iterations, 20 bytes; in passlib's form.
  'PBKDF2 SHA-1': '$pbkdf2$4096$c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcE',
  // Python's hashlib.
  'PBKDF2 SHA-512':
    '$pbkdf2-sha512$1000$c2FsdFNBTFRzYWx0$5SiYE8gYl8siINYJ8hJxrbhJx4ITSnItzCLy92yxVa0U4lEVmOwXAlI18lPhVQwaKgYRhbniDDJZrd2I8elgeQ',
  'PBKDF2 of Django': 'pbkdf2_sha256$12000$seasalt$+dCXgnccPjWE0vX5/qjd7m0fPcwaeWIUG/rqY3THX9Y=',
  // AuthMe's own test of its SHA256 method.
  AuthMe: '$SHA$11aa0706173d7272$dbba96681c2ae4e0bfdf226d70fbbc5e4ee3d8071faa613bc533fe8a64817d10',
  // Python's hashlib.
  'LDAP SSHA': '{SSHA}yrht1iYXEIkejLVu42JWkadd80RzYWx0c2FsdA==',
  'LDAP SSHA256': '{SSHA256}DIzeh0gCRMTRu9dAH3C3rr7fWkRT0Bp2ZdtRqvTX3XJzYWx0c2FsdA==',
  'LDAP SSHA512':
    '{SSHA512}9ZxHVj4YomwqqFiYKcIjExMLx2ZblYfXRGc4KMqbgvHq2+HOgwiTIi+eO/Uam/8D0beDAkGpvx14+UFlfBskLnNhbHRzYWx0',
  // passlib 1.7.4: ldap_md5, ldap_sha1, ldap_salted_md5.
  'LDAP MD5': '{MD5}X03MO1qnZdYdgyfeuILPmQ==',
  'LDAP SHA': '{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
  'LDAP SMD5': '{SMD5}/b3zQZ//mL2wJBOQ9iqds3NhbHRzYWx0',
  // passlib 1.7.4: phpass. Then AuthMe's own tests of WORDPRESS and PHPBB.
  'phpass $P$': '$P$BabcdefghEP1Dc925xipBv72nvZxoc1',
  'phpass $H$': '$H$901234567wC.Gp1jHwxCOz6bwcNIEy0',
  WordPress: '$P$B9wyjxuU4yrfjnnHNGSzH9ti9CC0Os1',
  'phpBB 3': '$H$7MaSGQb0xe3Fp/a.Q.Ewpw.UKfCv.t0',
  // AuthMe's own tests of PBKDF2, PBKDF2BASE64 and MD5VB.
  'AuthMe PBKDF2':
    'pbkdf2_sha256$10000$b25801311edf$093E38B16DFF13FCE5CD64D5D888EE6E0376A3E572FE5DA6749515EA0F384413223A21C464B0BE899E64084D1FFEFD44F2AC768453C87F41B42CC6954C416900',
  'AuthMe PBKDF2BASE64': 'pbkdf2$4128$JddgMm9rNhbYNfEmf4pOKA==$9Q7QyaEDhqAj8KfF7FdPRq6f9uAWhMwioKvzAWMxSu8=',
  'AuthMe MD5VB': '$MD5vb$bd9832fffa287321$5006d371fcb813f2347987f902a024ad',
  // hashlib, and AuthMe's own tests of MD5, SHA1 and SHA512.
  MD5: '5f4dcc3b5aa765d61d8327deb882cf99',
  'SHA-1': '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8',
  'SHA-256': '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  'SHA-512':
    'b109f3bbbc244eb82441917ed06d618b9008dd09b3befd1b5e07394c706a8bb980b1d7785e5976ec049b46df5f1326af5a2ea6d103fd07c95385ffab0cacbc86',
  // AuthMe's own tests of DOUBLEMD5, CMW, ROYALAUTH and JOOMLA.
  'MD5 twice': '696d29e0940a4957748fe3fc9efd22a3',
  'MD5 of SHA-1': '1619d7adc23f4f633f11014d2f22b7d8',
  RoyalAuth:
    '5d21ef9236896bc4ac508e524e2da8a0def555dac1cdfc7259d62900d1d3f553826210c369870673ae2cf1c41abcf4f92670d76af1db044d33559324f5c2a339',
  Joomla: 'b18c99813cd96df3a706652f47177490:377c4aaf92c5ed57711306909e6065ca',
}

/** Hashes of `password` whose program keeps the salt in a field of its own. */
export const saltedHashesOfPassword: Record<string, { passwordHash: string; passwordSalt: string }> = {
  // Python's hashlib, after app/Services/Cipher of Blessing Skin 6.
  'Blessing SALTED2MD5': { passwordHash: '4fac50adb48f9f009f0ce0db69e5b79d', passwordSalt: 'blessing-salt' },
  'Blessing SALTED2SHA256': {
    passwordHash: '40ca528348c8a32f4b0db718cd01383298fe773f7062139cdf932c72e93cb672',
    passwordSalt: 'blessing-salt',
  },
  'Blessing SALTED2SHA512': {
    passwordHash:
      '9740490d5ad98459ba4973e82027498d99d309de4a60dc65975c131c522d1ba69a1a402edfa0124f2a4e1976cac066c37db38d88ae4d47158d8c56214330dd3f',
    passwordSalt: 'blessing-salt',
  },
  // AuthMe's own tests of SALTED2MD5, SALTEDSHA512, MYBB, IPB3, WBB3 and PHPFUSION.
  'AuthMe SALTED2MD5': { passwordHash: '9f3d13dc01a6fe61fd669954174399f3', passwordSalt: '9b5f5749' },
  'AuthMe SALTEDSHA512': {
    passwordHash:
      'dea7a37cecf5384ae8e347fd1411efb51364b6ba1b328695de3b354612c1d7010807e8b7051c40f740e498490e1f133e2c2408327d13fbdd68e1b1f6d548e624',
    passwordSalt: '29f8a3c52147f987fee7ba3e0fb311bd',
  },
  MyBB: { passwordHash: '57c7a16d860833db5030738f5a465d2b', passwordSalt: 'acdc14e6' },
  'Invision Power Board 3': { passwordHash: 'f8ecea1ce42b5babef369ff7692dbe3f', passwordSalt: '1715b' },
  'WoltLab Burning Board 3': {
    passwordHash: '8df818ef7d56075ab2744f74b98ad68a375ccac4',
    passwordSalt: 'b7415b355492ea60314f259a35733a3092c03e3f',
  },
  'PHP-Fusion': {
    passwordHash: 'f7a606c4eb3fcfbc382906476e05b06f21234a77d1a4eacc0f93f503deb69e70',
    passwordSalt: '6cd1c97c55cb',
  },
  // Python's hashlib: SHA-1 of salt and SHA-1; SHA-1 and SHA-256 of salt and password.
  Redmine: { passwordHash: 'd5c94b5f619779121c0439215ef115a10a2d578f', passwordSalt: 'blessing-salt' },
  'Django SHA-1': { passwordHash: '6292fe549ea4fd63a742ce4c58115c04e58732ea', passwordSalt: 'seasalt' },
  'SHA-256 with the salt first': {
    passwordHash: 'e269eb49c037ea24445ade8257ca82eb48ddacfe62d951041016b6f7152fafda',
    passwordSalt: 'seasalt',
  },
}
