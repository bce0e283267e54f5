import type { Check } from '../../check.ts'
import { listAt, shown, textAt } from '../../json.ts'
import { Deviation } from '../../outcome.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import { bothSignedIn } from '../../protocol/both.ts'
import { certificates, pairOf } from '../../protocol/certificates.ts'
import * as clients from '../../words/clients.ts'
import { reference } from '../../words/sources.ts'

const needs = ['two accounts'] as const

export const eachPlayer: Check[] = [
  {
    id: 'modern.lookup.each',
    title: 'The newer lookups answer each of two players with their own name and UUID.',
    level: 'must',
    breaks: `${clients.newServers}: they mean somebody else`,
    source: reference('vendor-services', 'lookup by name'),
    needs,
    async run(trial) {
      const both = await bothSignedIn(trial)
      for (const { id, name } of both) {
        const byName = await trial.ask('lookupName', { params: { name } })
        expect(byName, textAt(byName.json, 'id') === id, `the id ${id} of ${name}`)
        const byId = await trial.ask('lookupId', { params: { id } })
        expect(byId, textAt(byId.json, 'name') === name, `the name ${name} of ${id}`)
      }
      const bulk = await trial.ask('lookupBulk', { json: both.map(({ name }) => name) })
      const found = listAt(bulk.json).map((each) => `${textAt(each, 'name')} ${textAt(each, 'id')}`)
      const expected = both.map(({ id, name }) => `${name} ${id}`)
      expect(bulk, found.toSorted().join() === expected.toSorted().join(), expected.join(' and '))
    },
  },
  {
    id: 'modern.own-profile.each',
    title: 'Each of two players reads their own profile.',
    level: 'must',
    breaks: `${clients.xmcl}, and launchers that show the skin of the player`,
    source: reference('vendor-services', 'own profile'),
    needs,
    async run(trial) {
      for (const { accessToken, id } of await bothSignedIn(trial)) {
        const answer = await trial.ask('ownProfile', { headers: { authorization: `Bearer ${accessToken}` } })
        expect(answer, textAt(answer.json, 'id') === id, `the id ${id}`)
      }
    },
  },
  {
    id: 'modern.certificates.each',
    title: 'Two players have two key pairs.',
    level: 'must',
    breaks: `${clients.players}: everybody signs chat as everybody else`,
    source: reference('vendor-services', 'POST /player/certificates'),
    needs,
    async run(trial) {
      const seen: string[] = []
      for (const session of await bothSignedIn(trial)) {
        const answer = await certificates(trial, session)
        expectJson(answer)
        seen.push(pairOf(answer).publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
      }
      if (seen[0] === seen[1])
        throw new Deviation('another key pair for another player', shown('the same one'))
    },
  },
]
