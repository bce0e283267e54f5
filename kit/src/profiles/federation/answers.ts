import type { Check } from '../../check.ts'
import {
  ambiguous,
  type Behaviour,
  beyondCodec,
  changed,
  drips,
  large,
  malformed,
  redirects,
  silent,
} from '../../federation/behaviours.ts'
import type { Neighbour } from '../../federation/neighbour.ts'
import { isObject, listAt, textAt } from '../../json.ts'
import { expect } from '../../protocol/answers.ts'
import {
  expectAllRefused,
  expectNobody,
  joinedAs,
  joinedThere,
  neighbours,
  visited,
} from '../../protocol/neighbours.ts'
import { isYes } from '../../protocol/session.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { reference } from '../../words/sources.ts'

const needs = ['neighbours'] as const
const visitors = reference('servers', 'players of neighbours')

/** Newer games wait for so long. */
const waitedMs = 5000

async function expectInTime(trial: Trial, behaves: Behaviour): Promise<void> {
  await visited(trial)
  const [name, begun] = [trial.chance.name(), performance.now()]
  neighbours(trial)[0].has(name, trial.chance.uuid(), behaves)
  const answer = await joinedThere(trial, name)
  const took = performance.now() - begun
  expect(answer, took < waitedMs, 'an answer within 5 s', `an answer after ${Math.round(took)} ms`)
  expectNobody(answer, 'the neighbour has not answered')
}

/** A property of textures that the neighbour, or nobody, has signed. */
const wearing = (neighbour: Neighbour, url: string, isSigned: boolean): Behaviour =>
  changed((profile) => {
    const payload = { profileId: profile.id, profileName: profile.name, textures: { SKIN: { url } } }
    const value = Buffer.from(JSON.stringify(payload)).toString('base64')
    const signature = isSigned ? neighbour.signed(value) : neighbour.signed('something else')
    return { ...profile, properties: [{ name: 'textures', value, signature }] }
  })

/** Neither shown nor fetched, whether or not the player is let in. */
async function expectNotWorn(trial: Trial, isSigned: boolean): Promise<void> {
  const [first, second] = neighbours(trial)
  const path = `/${trial.chance.hex(20)}.png`
  const answer = await joinedAs(trial, wearing(first, `${second.url}${path}`, isSigned))
  const shown = listAt(answer.json, 'properties').map((property) =>
    Buffer.from(textAt(property, 'value') ?? '', 'base64').toString(),
  )
  expect(answer, !shown.some((value) => value.includes(path)), 'no textures with that address')
  expect(answer, second.asked(path).length === 0, 'that nobody reads that address', 'it was read')
}

export const answers: Check[] = [
  {
    id: 'federation.answer.malformed',
    title: 'An answer that is not a profile lets nobody in.',
    level: 'must',
    breaks: `${clients.everybody}: what is passed on cannot be read, or is read as somebody else`,
    source: visitors,
    needs,
    run: (trial) => expectAllRefused(trial, malformed),
  },
  {
    id: 'federation.answer.ambiguous',
    title: 'An answer that two readers understand in two ways lets nobody in.',
    level: 'should',
    breaks: 'administrators: the service checks one player, and the game server lets another one in',
    source: visitors,
    needs,
    run: (trial) => expectAllRefused(trial, ambiguous),
  },
  {
    id: 'federation.answer.codec',
    title: 'Properties that games cannot read are not passed on.',
    level: 'must',
    breaks: `${clients.players} who see the player: their games disconnect`,
    source: visitors,
    needs,
    async run(trial) {
      for (const [what, behaves] of Object.entries(beyondCodec)) {
        const answer = await joinedAs(trial, behaves)
        const properties = listAt(answer.json, 'properties')
        const isReadable = properties.every((property) => {
          const [value = '', signature = ''] = [textAt(property, 'value'), textAt(property, 'signature')]
          return value.length <= 32_767 && signature.length <= 1024
        })
        const isShort = properties.length <= 16
        expect(answer, !isYes(answer) || (isShort && isReadable), `an answer without ${what}`)
      }
    },
  },
  {
    id: 'federation.answer.large',
    title: 'An answer of some megabytes is not read to its end.',
    level: 'should',
    breaks: `${clients.everybody}: a hostile neighbour fills the memory of the service`,
    source: visitors,
    needs,
    run: (trial) => expectAllRefused(trial, large),
  },
  {
    id: 'federation.answer.redirect',
    title: 'A redirect of a neighbour is not followed.',
    level: 'must',
    breaks: 'administrators: a neighbour has the service send requests within its own network',
    source: visitors,
    needs,
    async run(trial) {
      const [neighbour] = neighbours(trial)
      const answer = await joinedAs(trial, redirects)
      expectNobody(answer, 'the neighbour redirects')
      expect(answer, neighbour.asked('/elsewhere/').length === 0, 'no second request', 'it was followed')
    },
  },
  {
    id: 'federation.answer.rebuilt',
    title: 'Members and properties that no game server needs are not passed on.',
    level: 'should',
    breaks: `${clients.authlib}: "profileActions" of a neighbour hide names and skins`,
    source: visitors,
    needs,
    async run(trial) {
      const answer = await joinedAs(
        trial,
        changed((profile) => ({
          ...profile,
          properties: [{ name: 'kit_property', value: 'x' }],
          profileActions: ['FORCED_NAME_CHANGE'],
          kitMember: 1,
        })),
      )
      const members = isObject(answer.json) ? Object.keys(answer.json) : []
      const foreign = members.filter((name) => name === 'profileActions' || name === 'kitMember')
      expect(answer, foreign.length === 0, 'none of the other members')
      const names = listAt(answer.json, 'properties').map((property) => textAt(property, 'name'))
      expect(answer, !names.includes('kit_property'), 'none of the other properties')
    },
  },
  {
    id: 'federation.textures.signature',
    title: 'Textures without a signature of the neighbour are neither shown nor read.',
    level: 'must',
    breaks: `${clients.players}: the service signs what anybody has written, or reads addresses within its network`,
    source: visitors,
    needs,
    run: (trial) => expectNotWorn(trial, false),
  },
  {
    id: 'federation.textures.host',
    title: 'Textures at a host that the neighbour does not name are neither shown nor read.',
    level: 'must',
    breaks: `${clients.players}: their games send requests to any address that a neighbour chooses`,
    source: visitors,
    needs,
    run: (trial) => expectNotWorn(trial, true),
  },
  {
    id: 'federation.time.silent',
    title: 'While a neighbour is silent, the answer comes within 5 s.',
    level: 'must',
    breaks: `${clients.authlib}: newer game servers wait for so long, and then tell players nothing`,
    source: visitors,
    needs,
    run: (trial) => expectInTime(trial, silent),
  },
  {
    id: 'federation.time.slow',
    title: 'While a neighbour sends a byte now and then, the answer comes within 5 s.',
    level: 'must',
    breaks: `${clients.authlib}: newer game servers wait for so long, and then tell players nothing`,
    source: visitors,
    needs,
    run: (trial) => expectInTime(trial, drips),
  },
]
