import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, isObject, listAt, shown, textAt } from '../../json.ts'
import { NotOffered } from '../../outcome.ts'
import { expect, expectJson, expectProfile } from '../../protocol/answers.ts'
import { signIn } from '../../protocol/launcher.ts'
import { hasJoined, isYes, joined, profile } from '../../protocol/session.ts'
import { demandTextures, isSignedBy, payloadOf, textureKeys, unverifiable } from '../../protocol/textures.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorKeys, injectorSpec, reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const

/** Signs in, joins and asks: the profile as a game server is told it. */
async function welcomed(trial: Trial): Promise<{ answer: Answer; id: string; name: string }> {
  const session = await signIn(trial, trial.account())
  const answer = await hasJoined(trial, session.name, await joined(trial, session))
  expect(answer, isYes(answer), 'a yes')
  return { answer, id: session.id, name: session.name }
}

async function expectSigned(trial: Trial, answer: Answer): Promise<void> {
  const property = demandTextures(answer)
  expect(answer, property.signature !== undefined, 'a signature of the textures')
  if (property.signature === unverifiable)
    throw new NotOffered(`the signature is ${unverifiable}: it is not to be verified`)
  expect(
    answer,
    isSignedBy(await textureKeys(trial), property),
    'a signature (SHA1withRSA) that the published key verifies',
  )
}

export const profiles: Check[] = [
  {
    id: 'session.joined.answer',
    title: 'hasJoined answers id, name and properties of the player who has joined.',
    level: 'must',
    breaks: `game servers; ${clients.nodeProtocol} need the name, all others the id`,
    source: injectorSpec('Server Verifies Client'),
    needs,
    async run(trial) {
      const { answer, id, name } = await welcomed(trial)
      expectProfile(answer, answer.json, 'the answer')
      expect(answer, textAt(answer.json, 'id') === id, `the id ${id}`)
      expect(answer, textAt(answer.json, 'name') === name, `the name ${name}`)
      expect(answer, Array.isArray(at(answer.json, 'properties')), 'an array "properties"')
    },
  },
  {
    id: 'session.joined.properties',
    title: 'Every property has text as name and value.',
    level: 'must',
    breaks: `${clients.authlib}: the whole answer cannot be read`,
    source: injectorSpec('Serialization of Profile Information'),
    needs,
    async run(trial) {
      const { answer } = await welcomed(trial)
      const wrong = listAt(answer.json, 'properties').filter(
        (property) => textAt(property, 'name') === undefined || textAt(property, 'value') === undefined,
      )
      expect(answer, wrong.length === 0, 'properties with name and value', shown(wrong))
    },
  },
  {
    id: 'session.joined.signed',
    title: 'hasJoined signs the textures, and the published key verifies the signature.',
    level: 'must',
    breaks: `${clients.authlib}: no skins; recent versions refuse the player`,
    source: injectorKeys,
    needs,
    async run(trial) {
      const { answer } = await welcomed(trial)
      await expectSigned(trial, answer)
    },
  },
  {
    id: 'session.textures.first',
    title: 'textures is the first property.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.npmLookups} and ${clients.npmAuth}, which read properties[0]`,
    source: seen(clients.npmLookups),
    needs,
    async run(trial) {
      const { answer } = await welcomed(trial)
      expect(answer, textAt(answer.json, 'properties', 0, 'name') === 'textures', 'textures as properties[0]')
    },
  },
  {
    id: 'session.textures.value',
    title:
      'The textures value is Base64 of JSON with timestamp, profileId, profileName and an object textures.',
    level: 'must',
    breaks: `${clients.authlib}: no skins; where textures is an array or null, some mods crash the game`,
    source: injectorSpec('`textures` Texture Information Attribute'),
    needs,
    async run(trial) {
      const { answer, id, name } = await welcomed(trial)
      const payload = payloadOf(answer, demandTextures(answer))
      expect(answer, textAt(payload, 'profileId') === id, `profileId ${id}`, shown(payload))
      expect(answer, textAt(payload, 'profileName') === name, `profileName ${name}`, shown(payload))
      expect(answer, isObject(at(payload, 'textures')), 'an object "textures"', shown(payload))
    },
  },
  {
    id: 'session.textures.timestamp',
    title: 'The timestamp of the textures is in milliseconds.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'programs that show since when a skin is worn, or keep the newest of several',
    source: injectorSpec('`textures` Texture Information Attribute'),
    needs,
    async run(trial) {
      const { answer } = await welcomed(trial)
      const timestamp = at(payloadOf(answer, demandTextures(answer)), 'timestamp')
      const isMilliseconds = typeof timestamp === 'number' && timestamp > 1e12 && timestamp < 1e14
      expect(answer, isMilliseconds, 'a number of 13 digits', shown(timestamp))
    },
  },
  {
    id: 'session.profile.answer',
    title: 'A profile is found by its UUID, with id, name and properties.',
    level: 'must',
    breaks: `${clients.authlib}: players see no skins`,
    source: injectorSpec('Query Profile Attributes'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await profile(trial, id)
      expectJson(answer)
      expectProfile(answer, answer.json, 'the answer')
      expect(
        answer,
        textAt(answer.json, 'id') === id && textAt(answer.json, 'name') === name,
        `the profile of ${name}`,
      )
      expect(answer, Array.isArray(at(answer.json, 'properties')), 'an array "properties"')
    },
  },
  {
    id: 'session.profile.default',
    title:
      "Where the request does not say, the textures are signed, or not, as the layout's documents have it.",
    level: 'should',
    mustIn: ['native'],
    layouts: ['authlib-injector', 'vendor', 'native'],
    breaks: 'programs that rely on the default',
    source: `${injectorSpec('Query Profile Attributes')}: unsigned; ${reference('yggdrasil', 'S5')}: signed`,
    needs,
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      const answer = await profile(trial, id)
      const isSigned = demandTextures(answer).signature !== undefined
      const { signsProfiles } = trial.layout
      expect(answer, isSigned === signsProfiles, signsProfiles ? 'a signature' : 'no signature')
    },
  },
  {
    id: 'session.profile.signed',
    title: 'With unsigned=false the textures are signed, and the published key verifies the signature.',
    level: 'must',
    breaks: `${clients.authlib}: no skins of other players`,
    source: injectorSpec('Query Profile Attributes'),
    needs,
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      await expectSigned(trial, await profile(trial, id, { unsigned: 'false' }))
    },
  },
  {
    id: 'session.profile.unsigned',
    title: 'With unsigned=true the textures have no signature.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'servers that ask for many profiles: each costs a signature',
    source: injectorSpec('Query Profile Attributes'),
    needs,
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      const answer = await profile(trial, id, { unsigned: 'true' })
      expect(answer, demandTextures(answer).signature === undefined, 'no signature')
    },
  },
  {
    id: 'session.profile.hyphens',
    title: 'A UUID may be written with hyphens, or in capitals.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'libraries that write UUIDs with hyphens',
    source: reference('conventions', 'P6'),
    needs,
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      for (const form of [id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), id.toUpperCase()]) {
        const answer = await profile(trial, form)
        expect(answer, answer.status === 200 && textAt(answer.json, 'id') === id, `the profile ${id}`)
      }
    },
  },
]
