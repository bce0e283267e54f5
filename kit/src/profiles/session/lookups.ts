import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { isObject, textAt } from '../../json.ts'
import { expect, expectJson, expectProfile } from '../../protocol/answers.ts'
import { signIn } from '../../protocol/launcher.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, reference, seen } from '../../words/sources.ts'

const needs = ['account'] as const
const section = injectorSpec('Batch Query Profiles by Name')
const idsOf = ({ json }: Answer): unknown[] =>
  Array.isArray(json) ? json.map((each) => textAt(each, 'id')) : []

export const lookups: Check[] = [
  {
    id: 'session.names.found',
    title: 'A list of names answers id and name of the players that exist, and skips the others.',
    level: 'must',
    breaks: 'game servers: /whitelist add and /op know nobody',
    source: section,
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('names', { json: [trial.chance.name(), name] })
      expectJson(answer)
      expect(answer, Array.isArray(answer.json) && answer.json.length === 1, 'an array of one profile')
      const found = (answer.json as unknown[])[0]
      expectProfile(answer, found, 'the element')
      expect(answer, textAt(found, 'id') === id && textAt(found, 'name') === name, `the profile of ${name}`)
    },
  },
  {
    id: 'session.names.case',
    title: 'A list of names finds a name in any letter case, and answers it as the player has it.',
    level: 'must',
    breaks: `${clients.authlib}, which asks in lower case`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('names', { json: [name.toLowerCase()] })
      expect(answer, idsOf(answer).includes(id), `the profile ${id}`)
      expect(answer, textAt((answer.json as unknown[])[0], 'name') === name, `the name ${name}`)
    },
  },
  {
    id: 'session.names.duplicates',
    title: 'A name that is in the list twice is answered once.',
    level: 'should',
    breaks: 'programs that count the answers',
    source: reference('lookup', 'K3'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('names', { json: [name, name.toUpperCase(), name] })
      expect(answer, idsOf(answer).filter((each) => each === id).length === 1, 'the profile once')
    },
  },
  {
    id: 'session.names.order',
    title: 'A list of names is answered in its order.',
    level: 'should',
    breaks: 'programs that pair names and answers by their place',
    source: reference('lookup', 'K3'),
    needs: ['two accounts'],
    async run(trial) {
      const own = await signIn(trial, trial.account())
      const other = await signIn(trial, trial.other())
      for (const order of [
        [own, other],
        [other, own],
      ]) {
        const answer = await trial.ask('names', { json: order.map(({ name }) => name) })
        expect(answer, idsOf(answer).join() === order.map(({ id }) => id).join(), 'the order of the request')
      }
    },
  },
  {
    id: 'session.name.found',
    title: 'A single name is found in any letter case, and answered as the player has it.',
    level: 'should',
    mustIn: ['native', 'vendor'],
    breaks: `${clients.npmLookups}, panels and plugins that look one name up`,
    source: reference('lookup', 'K1'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('name', { params: { name: name.toUpperCase() } })
      expectJson(answer)
      expect(answer, isObject(answer.json) && textAt(answer.json, 'id') === id, `the profile ${id}`)
      expect(answer, textAt(answer.json, 'name') === name, `the name ${name}`)
    },
  },
  {
    id: 'session.history.found',
    title: 'The names of a UUID are an array with the present name at its end.',
    level: 'must',
    layouts: ['native', 'urls'],
    breaks: `${clients.npmLookups}, ${clients.phpLibrary}`,
    source: reference('lookup', 'K2'),
    needs,
    async run(trial) {
      const { id, name } = await signIn(trial, trial.account())
      const answer = await trial.ask('nameHistory', { params: { id } })
      expectJson(answer)
      const names = Array.isArray(answer.json) ? answer.json.map((entry) => textAt(entry, 'name')) : []
      expect(answer, names.at(-1) === name, `${name} as the last name`)
    },
  },
]
