// The hashes of AuthMe that are digits alone: what can be read is read, the rest has a remark.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { authme } from '../../src/moving/programs/authme.ts'
import { hashesOfPassword } from '../passwords/known-hashes.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { fill, importFrom, quoted } from './source.ts'

// The name and the password of AuthMe's own tests, and their hashes.
const name = 'Test_Player00'
const smf = '9b361c66977bb059d460a20d3c21fb3394772df5'
const sha1 = hashesOfPassword['SHA-1']?.toLowerCase() ?? ''
const sha512 = hashesOfPassword['SHA-512'] ?? ''
const wbb4 = '$2a$08$GktrHRoOk0EHrl3ONsFmieIbjq7EIzBx8dhsWiCmn6sWwO3b3DoRO'
// Of its method, for the name in lower case, which is what the plugin passes to it.
const crazyCrypt =
  '00f2e31dd48747342e09bf299cb12a70daeb0c324b58b3ad55fe65b7a6a6e2158ec46c10a5eaf937a4181c77fed6f511727feb06e81be7f9b9760c4b5ad832e0'
const bcrypt8 = '$2a$08$c69KXm7bVBPBh7lqzK9J2.ONlJ3vqjp4EUhOP238F5v89TeXYn7kG'

interface Case {
  hash: string
  salt?: string
  algorithm?: string
  /** The status of a sign-in with the password of the hash. */
  status: 200 | 401
  remark?: string
}

const cases: Record<string, Case> = {
  'SMF, named': { hash: smf, algorithm: 'SMF', status: 200 },
  'SMF, by the salt of its cookies': { hash: smf, salt: 'a1b2', status: 200 },
  'SMF, named, with that salt': { hash: smf, salt: 'a1b2', algorithm: 'SMF', status: 200 },
  'SMF that might be SHA1': { hash: smf, status: 401, remark: 'password_ambiguous' },
  'SHA1, named': { hash: sha1, algorithm: 'SHA1', status: 200 },
  'SHA1 that might be SMF': { hash: sha1, status: 200, remark: 'password_ambiguous' },
  'CRAZYCRYPT1, named': { hash: crazyCrypt, algorithm: 'CRAZYCRYPT1', status: 200 },
  'CRAZYCRYPT1 in capitals': { hash: crazyCrypt.toUpperCase(), algorithm: 'CRAZYCRYPT1', status: 200 },
  'CRAZYCRYPT1 that might be SHA512': { hash: crazyCrypt, status: 401, remark: 'password_ambiguous' },
  'SHA512, named': { hash: sha512, algorithm: 'SHA512', status: 200 },
  'SHA512 that might be another': { hash: sha512, status: 200, remark: 'password_ambiguous' },
  WHIRLPOOL: { hash: sha512, algorithm: 'WHIRLPOOL', status: 401, remark: 'password_method_unknown' },
  'an older hash, of another method than the named one': {
    hash: hashesOfPassword['MD5'] ?? '',
    algorithm: 'SMF',
    status: 200,
    remark: 'password_ambiguous',
  },
  'MYBB without its salt': {
    hash: '57c7a16d860833db5030738f5a465d2b',
    algorithm: 'MYBB',
    status: 401,
    remark: 'salt_missing',
  },
  MYBB: { hash: '57c7a16d860833db5030738f5a465d2b', salt: 'acdc14e6', algorithm: 'MYBB', status: 200 },
  'MD5 with a salt that is left over': {
    hash: hashesOfPassword['MD5'] ?? '',
    salt: 'acdc14e6',
    algorithm: 'MD5',
    status: 200,
  },
  WBB3: {
    hash: '8df818ef7d56075ab2744f74b98ad68a375ccac4',
    salt: 'b7415b355492ea60314f259a35733a3092c03e3f',
    status: 200,
  },
  'WBB4, a hash of a hash': {
    hash: '$2a$08$/uaF/uaF/uaF/uaF/uaF/uyF8dFrhc6Upq8pdx1InES19U80Je/xC',
    algorithm: 'WBB4',
    status: 200,
  },
  'WBB4, named': { hash: wbb4, algorithm: 'WBB4', status: 200 },
  'WBB4 that might be BCRYPT': { hash: bcrypt8, status: 200, remark: 'password_ambiguous' },
  'BCRYPT, named': { hash: bcrypt8, algorithm: 'BCRYPT', status: 200 },
  'SHA256, which shows it': { hash: hashesOfPassword['AuthMe'] ?? '', status: 200 },
  'XAUTH, which nobody reads': {
    hash: 'f'.repeat(140),
    algorithm: 'XAUTH',
    status: 401,
    remark: 'password_hash_unknown',
  },
  'TWO_FACTOR, which is no password': {
    hash: 'DP3BXD6SVDGSRXBH',
    algorithm: 'TWO_FACTOR',
    status: 401,
    remark: 'password_hash_unknown',
  },
}

onEveryDatabase('digests of AuthMe', (start) => {
  let directory: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'norn-authme-methods-'))
  })
  after(() => rm(directory, { recursive: true, force: true }))
  const signIn = async (service: RunningService, password: string) =>
    (await service.post('/auth/authenticate', { username: name, password, clientToken: 'c' })).status

  test('are read where they can be, and have a remark where several methods write the same', async () => {
    const service = await start()
    for (const [index, [what, { hash, salt = null, algorithm, status, remark }]] of Object.entries(
      cases,
    ).entries()) {
      const file = join(directory, `${index}.db`)
      await fill(file, [
        'create table authme (username text, realname text, password text, salt text, premiumuuid text)',
        `insert into authme values ('${name.toLowerCase()}', '${name}', '${hash}', ${quoted(salt)},
           'b0000000-0000-4000-8000-000000000001')`,
      ])
      const done = await importFrom(service, file, (database) => authme(database, { algorithm }), {
        folder: directory,
      })
      assert.deepEqual([done.added, done.refused], [1, {}], what)
      assert.deepEqual(done.remarks[name] ?? [], remark === undefined ? [] : [remark], what)
      assert.equal(await signIn(service, 'Password'), 401, what)
      assert.equal(await signIn(service, 'password'), status, what)
      await service.context.db.query.deleteFrom('account').execute()
    }
  })
})
