/** Hashes of `password` that others have made, by kind. */
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
}
