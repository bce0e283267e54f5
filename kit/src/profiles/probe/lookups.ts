import type { Check } from '../../check.ts'
import { listAt, textAt } from '../../json.ts'
import { NotOffered } from '../../outcome.ts'
import { expect, expectJson, expectNoCrash, expectNoSuccess } from '../../protocol/answers.ts'
import { pemOf } from '../../protocol/textures.ts'
import * as clients from '../../words/clients.ts'
import { injectorKeys, injectorSpec, reference, seen } from '../../words/sources.ts'

export const lookups: Check[] = [
  {
    id: 'probe.profile.unknown',
    title: 'An unknown UUID answers 204 without a body.',
    level: 'should',
    mustIn: ['authlib-injector', 'native'],
    breaks: `${clients.npmLookups} and ${clients.phpLibrary}, which know 204 for "nobody"`,
    source: injectorSpec('Query Profile Attributes'),
    async run(trial) {
      const answer = await trial.ask('profile', { params: { id: trial.chance.uuid() } })
      expect(answer, answer.status === 204 && answer.text === '', 'status 204')
    },
  },
  {
    id: 'probe.profile.malformed',
    title: 'An invalid UUID is refused or not found, and does not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.everybody}: status 500 means "servers are down"`,
    source: reference('yggdrasil', 'S5'),
    async run(trial) {
      const answer = await trial.ask('profile', { params: { id: 'not-a-uuid' } })
      expectNoCrash(answer)
      expect(answer, answer.status !== 200, 'a refusal, or 204')
    },
  },
  {
    id: 'probe.names.unknown',
    title: 'A list of unknown names answers an empty array.',
    level: 'must',
    breaks: `${clients.authlib}: the lookup fails as a whole`,
    source: injectorSpec('Batch Query Profiles by Name'),
    async run(trial) {
      const answer = await trial.ask('names', { json: [trial.chance.name(), trial.chance.name()] })
      expectJson(answer)
      expect(answer, Array.isArray(answer.json) && answer.json.length === 0, 'an empty array')
    },
  },
  {
    id: 'probe.names.none',
    title: 'An empty list of names answers an empty array.',
    level: 'should',
    layouts: ['native'],
    breaks: 'programs that filter their list first',
    source: reference('lookup', 'K3'),
    async run(trial) {
      const answer = await trial.ask('names', { json: [] })
      expect(answer, answer.status === 200 && answer.text.trim() === '[]', 'status 200 with []')
    },
  },
  {
    id: 'probe.names.many',
    title: 'More than 100 names are refused.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players}: one request makes the server look up any number of names`,
    source: injectorSpec('Batch Query Profiles by Name'),
    async run(trial) {
      const names = Array.from({ length: 101 }, () => trial.chance.name())
      expectNoSuccess(await trial.ask('names', { json: names }), 'a refusal')
    },
  },
  {
    id: 'probe.names.malformed',
    title: 'A list of names that is not JSON, or not a list, is refused and does not cause a server error.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.everybody}: status 500 means "servers are down"`,
    source: reference('lookup', 'K3'),
    async run(trial) {
      for (const body of ['["a",', '{"a":1}', '[1,null,{"a":[]}]']) {
        const answer = await trial.ask('names', { body, headers: { 'content-type': 'application/json' } })
        expectNoCrash(answer)
        expectNoSuccess(answer, `a refusal of ${body}`)
      }
    },
  },
  {
    id: 'probe.name.unknown',
    title: 'An unknown name answers 204 without a body; 404, which the vendor answers, is accepted, too.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.npmLookups} and ${clients.phpLibrary}, which tell "nobody" from a failure by it`,
    source: reference('lookup', 'K1'),
    async run(trial) {
      const answer = await trial.ask('name', { params: { name: trial.chance.name() } })
      const isVendors = trial.layout.name !== 'native' && answer.status === 404
      expect(answer, isVendors || (answer.status === 204 && answer.text === ''), 'status 204')
    },
  },
  {
    id: 'probe.history.unknown',
    title: 'The names of an unknown UUID answer 204, those of an invalid one 400.',
    level: 'must',
    layouts: ['native', 'urls'],
    breaks: `${clients.npmLookups}, ${clients.phpLibrary}`,
    source: reference('lookup', 'K2'),
    async run(trial) {
      const answer = await trial.ask('nameHistory', { params: { id: trial.chance.uuid() } })
      expect(answer, answer.status === 204 && answer.text === '', 'status 204')
      const malformed = await trial.ask('nameHistory', { params: { id: 'not-a-uuid' } })
      expect(malformed, malformed.status === 400, 'status 400')
    },
  },
  {
    id: 'probe.keys.file',
    title: 'The key that verifies textures is published as DER (SubjectPublicKeyInfo) of an RSA key.',
    level: 'must',
    layouts: ['native', 'urls'],
    breaks: `${clients.authlib} that was given the file: it refuses every texture`,
    source: reference('keys', 'the key file'),
    async run(trial) {
      const answer = await trial.ask('textureKey')
      expect(
        answer,
        answer.status === 200 && pemOf(answer.bytes) !== undefined,
        'status 200 with the DER of an RSA key',
        `status ${answer.status}, ${answer.bytes.length} bytes`,
      )
    },
  },
  {
    id: 'probe.keys.list',
    title: 'publickeys lists keys that verify textures and certificates, as Base64 of DER.',
    level: 'must',
    breaks: `${clients.authlib} from 1.20 on: no skins, and no signed chat`,
    source: seen(clients.authlib),
    async run(trial) {
      const answer = await trial.ask('publicKeys')
      expectJson(answer)
      for (const list of ['profilePropertyKeys', 'playerCertificateKeys']) {
        const keys = listAt(answer.json, list)
        const isGood = keys.every(
          (key) => pemOf(Buffer.from(textAt(key, 'publicKey') ?? '', 'base64')) !== undefined,
        )
        expect(answer, keys.length > 0 && isGood, `${list} with one key or more`)
      }
    },
  },
  {
    id: 'probe.keys.same',
    title: 'publickeys has the key of the metadata.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: 'players whose game reads the one, on servers that read the other: no skins',
    source: injectorKeys,
    async run(trial) {
      const pem = textAt(trial.world.target.metadata, 'signaturePublickey')
      if (!pem) throw new NotOffered('the metadata has no key')
      const base64 = pem.replace(/-----[^-]+-----|\s/g, '')
      const answer = await trial.ask('publicKeys')
      const keys = listAt(answer.json, 'profilePropertyKeys').map((key) =>
        textAt(key, 'publicKey')?.replace(/\s/g, ''),
      )
      expect(answer, keys.includes(base64), 'the key of the metadata among profilePropertyKeys')
    },
  },
]
