import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, isObject, shown, textAt } from '../../json.ts'
import type { Place } from '../../layouts/layout.ts'
import { NotOffered } from '../../outcome.ts'
import { expect, expectJson, expectNoSuccess } from '../../protocol/answers.ts'
import { withoutGoodToken } from '../../protocol/authorization.ts'
import { signIn } from '../../protocol/launcher.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const

/** Asks as the signed-in player does. */
async function own(trial: Trial, place: Place): Promise<Answer> {
  const { accessToken } = await signIn(trial, trial.account())
  const answer = await trial.ask(place, { headers: { authorization: `Bearer ${accessToken}` } })
  expectJson(answer)
  return answer
}

export const services: Check[] = [
  {
    id: 'modern.attributes.form',
    title:
      'player/attributes says for each privilege whether it is enabled, and names no ban where there is none.',
    level: 'must',
    breaks: `${clients.authlib} from 1.18 on: "multiplayer is disabled"`,
    source: reference('vendor-services', 'GET /player/attributes'),
    needs,
    async run(trial) {
      const answer = await own(trial, 'attributes')
      for (const name of ['onlineChat', 'multiplayerServer', 'multiplayerRealms', 'telemetry'])
        expect(
          answer,
          typeof at(answer.json, 'privileges', name, 'enabled') === 'boolean',
          `privileges.${name}.enabled`,
        )
      expect(
        answer,
        at(answer.json, 'privileges', 'multiplayerServer', 'enabled') === true,
        'multiplayerServer enabled',
      )
      const banned = at(answer.json, 'banStatus', 'bannedScopes')
      expect(
        answer,
        banned === undefined || (isObject(banned) && Object.keys(banned).length === 0),
        'no banned scopes',
        shown(banned),
      )
    },
  },
  {
    id: 'modern.attributes.no-token',
    title: 'Without a token, and with one that does not exist or has ended, player/attributes is 401.',
    level: 'must',
    breaks: `${clients.authlib}: 403 is shown as "multiplayer is disabled"`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      await own(trial, 'attributes')
      for (const headers of await withoutGoodToken(trial)) {
        const answer = await trial.ask('attributes', { headers })
        expectNoSuccess(answer, 'a refusal')
        expect(answer, answer.status === 401, 'status 401')
      }
    },
  },
  {
    id: 'modern.blocklist.form',
    title: 'privacy/blocklist has an array blockedProfiles.',
    level: 'must',
    breaks: `${clients.authlib} from 1.16.4 on: an error in the log at every start`,
    source: reference('vendor-services', 'GET /privacy/blocklist'),
    needs,
    async run(trial) {
      const answer = await own(trial, 'blocklist')
      expect(answer, Array.isArray(at(answer.json, 'blockedProfiles')), 'an array "blockedProfiles"')
    },
  },
  {
    id: 'modern.own-profile.form',
    title: "The player's own profile has id, name, and arrays skins and capes.",
    level: 'must',
    breaks: `${clients.xmcl}, and launchers that show the skin of the player`,
    source: reference('vendor-services', 'own profile'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const answer = await trial.ask('ownProfile', {
        headers: { authorization: `Bearer ${session.accessToken}` },
      })
      expectJson(answer)
      expect(
        answer,
        textAt(answer.json, 'id') === session.id && textAt(answer.json, 'name') === session.name,
        'id and name',
      )
      for (const name of ['skins', 'capes'])
        expect(answer, Array.isArray(at(answer.json, name)), `an array "${name}"`)
    },
  },
  {
    id: 'modern.own-profile.no-token',
    title: 'Without a token, and with one that does not exist or has ended, there is no own profile.',
    level: 'must',
    breaks: `${clients.players}: strangers read what is theirs`,
    source: reference('vendor-services', 'signing in'),
    needs,
    async run(trial) {
      await own(trial, 'ownProfile')
      for (const headers of await withoutGoodToken(trial))
        expectNoSuccess(await trial.ask('ownProfile', { headers }), 'a refusal, status 401')
    },
  },
  {
    id: 'modern.lookup.name',
    title: 'The newer lookup finds a name, and answers 404 with JSON where nobody has it.',
    level: 'must',
    breaks: clients.newServers,
    source: reference('vendor-services', 'lookup by name'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('lookupName', { params: { name } })
      expectJson(answer)
      expect(
        answer,
        textAt(answer.json, 'id') === id && textAt(answer.json, 'name') === name,
        `the profile of ${name}`,
      )
      const unknown = await trial.ask('lookupName', { params: { name: trial.chance.name() } })
      expect(unknown, unknown.status === 404 && isObject(unknown.json), 'status 404 with JSON')
    },
  },
  {
    id: 'modern.lookup.id',
    title: 'The newer lookup finds a UUID.',
    level: 'must',
    breaks: 'panels and plugins that ask for the name of a UUID',
    source: reference('vendor-services', 'lookup by UUID'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('lookupId', { params: { id } })
      expectJson(answer)
      expect(answer, textAt(answer.json, 'name') === name, `the name ${name}`)
    },
  },
  {
    id: 'modern.lookup.bulk',
    title: 'The newer lookup finds a list of names.',
    level: 'must',
    breaks: clients.newServers,
    source: reference('vendor-services', 'lookup in bulk'),
    needs,
    run: (trial) => expectBulk(trial, 'lookupBulk'),
  },
  {
    id: 'modern.lookup.profiles-host',
    title: 'The newer lookups are there at the host for profiles, too.',
    level: 'should',
    breaks: clients.newServers,
    source: reference('vendor-hosts', 'V3'),
    needs,
    run: (trial) => expectBulk(trial, 'profilesHostBulk'),
  },
  {
    id: 'modern.discovery.addresses',
    title: 'The discovery document names an address for each endpoint.',
    level: 'must',
    breaks: `${clients.authlib} of 26.3 and later, which is given this one address`,
    source: reference('authlib-injector', 'GET /discovery'),
    async run(trial) {
      const answer = await trial.ask('discovery')
      expectJson(answer)
      const groups = at(answer.json, 'discovery')
      if (!isObject(groups)) throw new NotOffered('what stands there is not a discovery document')
      for (const [group, name] of [
        ['session', 'join'],
        ['session', 'verify'],
        ['session', 'getProfileById'],
        ['player', 'getCertificates'],
        ['player', 'getAttributes'],
        ['profiles', 'getManyByName'],
        ['authentication', 'getPublicKeys'],
      ] as const) {
        const uri = textAt(groups, group, 'endpoints', name, 'uri')
        expect(answer, uri !== undefined && URL.canParse(uri), `an address ${group}.${name}`, shown(uri))
      }
    },
  },
  {
    id: 'modern.discovery.there',
    title: 'The addresses of the discovery document are there.',
    level: 'must',
    breaks: `${clients.authlib} of 26.3 and later`,
    source: reference('authlib-injector', 'GET /discovery'),
    async run(trial) {
      const { json } = await trial.ask('discovery')
      const groups = at(json, 'discovery')
      const keys = textAt(groups, 'authentication', 'endpoints', 'getPublicKeys', 'uri')
      const verify = textAt(groups, 'session', 'endpoints', 'verify', 'uri')
      if (!keys || !verify) throw new NotOffered('the document names neither keys nor hasJoined')
      expectJson(await trial.send('GET', keys))
      const asked = await trial.send(
        'GET',
        `${verify}?username=${trial.chance.name()}&serverId=${trial.chance.serverId()}`,
      )
      expect(
        asked,
        asked.status === 204 || asked.status === 401 || asked.status === 403,
        'the answer that nobody has joined',
      )
    },
  },
]

async function expectBulk(trial: Trial, place: Place): Promise<void> {
  const { id, name } = await signIn(trial, trial.account())
  const answer = await trial.ask(place, { json: [trial.chance.name(), name] })
  expectJson(answer)
  const found = Array.isArray(answer.json) ? answer.json.map((each) => textAt(each, 'id')) : []
  expect(answer, found.join() === id, `an array with the profile ${id}`)
}
